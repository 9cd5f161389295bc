package postgres

import (
	"context"

	"vitrine/internal/catalog"
)

const customFieldGroup = `id, collection_type_id, name, position, created_at, updated_at`

func (r Reader) CustomFieldGroups(ctx context.Context, kind int64, p catalog.Paging) (catalog.Page[catalog.CustomFieldGroup], error) {
	return page[catalog.CustomFieldGroup](ctx, r.accountWide(), p, list{parent: ofType, columns: customFieldGroup,
		table: `custom_field_groups`, where: `account_id = $1 and collection_type_id = $2`, order: sorting{{sql: `position`}, {sql: `id`}}, args: []any{r.account, kind}})
}

func (r Reader) CustomFieldGroup(ctx context.Context, kind, id int64) (catalog.CustomFieldGroup, error) {
	return one[catalog.CustomFieldGroup](ctx, r.accountWide(), `
		select `+customFieldGroup+` from custom_field_groups where account_id = $1 and collection_type_id = $2 and id = $3`, r.account, kind, id)
}

func (w Writer) CreateCustomFieldGroup(ctx context.Context, kind int64, in catalog.CustomFieldGroupInput) (catalog.CustomFieldGroup, error) {
	w.first(oneOrderAtATime, w.account, kind)
	return apply[catalog.CustomFieldGroup](ctx, w.change, named, `
		insert into custom_field_groups (account_id, collection_type_id, name, position)
		select account_id, id, coalesce($3, ''), 1 + coalesce((select max(position) from custom_field_groups where account_id = $1 and collection_type_id = $2), 0)
		from collection_types where account_id = $1 and id = $2
		returning `+customFieldGroup, w.account, kind, in.Name)
}

func (w Writer) UpdateCustomFieldGroup(ctx context.Context, kind, id int64, in catalog.CustomFieldGroupInput) (catalog.CustomFieldGroup, error) {
	return apply[catalog.CustomFieldGroup](ctx, w.change, named, `
		update custom_field_groups set name = coalesce($4, name), updated_at = now()
		where account_id = $1 and collection_type_id = $2 and id = $3 returning `+customFieldGroup, w.account, kind, id, in.Name)
}

func (w Writer) MoveCustomFieldGroup(ctx context.Context, kind, id int64, in catalog.Move) (catalog.CustomFieldGroup, error) {
	moved, err := move[catalog.CustomFieldGroup](ctx, w, customFieldGroup, `custom_field_groups`, `true`, kind, id, in)
	return orUnmoved(w, moved, err, func() (catalog.CustomFieldGroup, error) { return w.CustomFieldGroup(ctx, kind, id) })
}

// DeleteCustomFieldGroup deletes a group. Its fields stay: they follow the
// standalone ones, in the order they had.
func (w Writer) DeleteCustomFieldGroup(ctx context.Context, kind, id int64) error {
	w.first(oneOrderAtATime, w.account, kind)
	w.first(`
		update custom_fields f set group_id = null, position = last.position + moved.n, updated_at = now()
		from (select coalesce(max(position), 0) as position from custom_fields
		      where account_id = $1 and collection_type_id = $2 and group_id is null) last,
		     (select id, row_number() over (order by position, id) as n from custom_fields
		      where account_id = $1 and collection_type_id = $2 and group_id = $3) moved
		where f.account_id = $1 and f.id = moved.id`, w.account, kind, id)
	return erase(ctx, w.change, named, `
		delete from custom_field_groups where account_id = $1 and collection_type_id = $2 and id = $3 returning name`, w.account, kind, id)
}
