package postgres

import (
	"context"

	"vitrine/internal/catalog"
)

var customFieldGroups = resource[catalog.CustomFieldGroup]{
	table:   table{name: `custom_field_groups`},
	columns: `id, uuid::text, collection_type_id, name, position, created_at, updated_at`,
	owner:   ofType,
	order:   byPosition,
	entry:   named,
	trace:   trace{object: `custom_field_group`},
}

func (r Reader) CustomFieldGroups(ctx context.Context, kind int64, p catalog.Paging) (catalog.Page[catalog.CustomFieldGroup], error) {
	return customFieldGroups.page(ctx, accountWide(r), p, kind)
}

func (r Reader) CustomFieldGroup(ctx context.Context, kind, id int64) (catalog.CustomFieldGroup, error) {
	return customFieldGroups.one(ctx, accountWide(r), kind, id)
}

func (w Writer) CreateCustomFieldGroup(ctx context.Context, kind int64, in catalog.CustomFieldGroupInput) (catalog.CustomFieldGroup, error) {
	ofType.serialise(w.change, kind)
	return customFieldGroups.write(ctx, w.change, `
		insert into custom_field_groups (account_id, collection_type_id, name, position)
		select account_id, id, coalesce($3, ''), `+customFieldGroups.next()+` from collection_types where account_id = $1 and id = $2`, kind, in.Name)
}

func (w Writer) UpdateCustomFieldGroup(ctx context.Context, kind, id int64, in catalog.CustomFieldGroupInput) (catalog.CustomFieldGroup, error) {
	return customFieldGroups.write(ctx, w.change, `
		update custom_field_groups set name = coalesce($4, name), updated_at = now()
		where account_id = $1 and collection_type_id = $2 and id = $3`, kind, id, in.Name)
}

func (w Writer) MoveCustomFieldGroup(ctx context.Context, kind, id int64, in catalog.Move) (catalog.CustomFieldGroup, error) {
	return customFieldGroups.move(ctx, w.change, in, kind, id)
}

// DeleteCustomFieldGroup deletes a group. Its fields stay: they follow the
// standalone ones, in the order they had.
func (w Writer) DeleteCustomFieldGroup(ctx context.Context, kind, id int64) error {
	ofType.serialise(w.change, kind)
	first(w.change, `
		update custom_fields f set group_id = null, position = last.position + moved.n, updated_at = now()
		from (select coalesce(max(position), 0) as position from custom_fields
		      where account_id = $1 and collection_type_id = $2 and group_id is null) last,
		     (select id, row_number() over (order by position, id) as n from custom_fields
		      where account_id = $1 and collection_type_id = $2 and group_id = $3) moved
		where f.account_id = $1 and f.id = moved.id`, w.account, kind, id)
	return customFieldGroups.delete(ctx, w.change, kind, id)
}
