package postgres

import (
	"context"

	"vitrine/internal/catalog"
)

const customField = `id, collection_type_id, group_id, name, field_type, options, position, created_at, updated_at`

// CustomFields lists the fields of a type by position; where positions are the
// same, in the order in which they render: standalone first, then by group.
func (r Reader) CustomFields(ctx context.Context, kind int64, p catalog.Paging) (catalog.Page[catalog.CustomField], error) {
	return page[catalog.CustomField](ctx, r.accountWide(), p, list{parent: ofType, columns: customField, table: `custom_fields f`, where: `account_id = $1 and collection_type_id = $2`,
		order: sorting{{sql: `position`}, {sql: `(select g.position from custom_field_groups g where g.account_id = $1 and g.id = f.group_id)`, nulls: "first"}, {sql: `id`}}, args: []any{r.account, kind}})
}

func (r Reader) CustomField(ctx context.Context, kind, id int64) (catalog.CustomField, error) {
	return one[catalog.CustomField](ctx, r.accountWide(), `
		select `+customField+` from custom_fields where account_id = $1 and collection_type_id = $2 and id = $3`, r.account, kind, id)
}

// CreateCustomField appends a field to its group, or to the standalone ones.
func (w Writer) CreateCustomField(ctx context.Context, kind int64, in catalog.CustomFieldInput) (catalog.CustomField, error) {
	w.first(oneOrderAtATime, w.account, kind)
	return apply[catalog.CustomField](ctx, w.change, named, `
		insert into custom_fields (account_id, collection_type_id, group_id, name, field_type, options, position)
		select account_id, id, $3, coalesce($4, ''), $5, $6, 1 + coalesce((
			select max(position) from custom_fields where account_id = $1 and collection_type_id = $2 and group_id is not distinct from $3::bigint), 0)
		from collection_types where account_id = $1 and id = $2
		returning `+customField, w.account, kind, in.GroupID, in.Name, in.FieldType, in.Options)
}

// UpdateCustomField writes a field. Given a position it goes exactly there; if
// that is taken, its holder and all that follow it move one further.
func (w Writer) UpdateCustomField(ctx context.Context, kind, id int64, in catalog.CustomFieldInput) (catalog.CustomField, error) {
	w.first(oneOrderAtATime, w.account, kind)
	if in.Position != nil {
		w.first(`
			update custom_fields s set position = s.position + 1
			from custom_fields me, custom_fields holder
			where me.account_id = $1 and me.collection_type_id = $2 and me.id = $3
			  and holder.account_id = $1 and holder.collection_type_id = $2 and holder.id <> $3 and holder.position = $4
			  and holder.group_id is not distinct from me.group_id
			  and s.account_id = $1 and s.collection_type_id = $2 and s.id <> $3 and s.position >= $4
			  and s.group_id is not distinct from me.group_id`, w.account, kind, id, in.Position)
	}
	return apply[catalog.CustomField](ctx, w.change, named, `
		update custom_fields set name = coalesce($4, name), field_type = $5, options = $6, position = coalesce($7, position), updated_at = now()
		where account_id = $1 and collection_type_id = $2 and id = $3 returning `+customField,
		w.account, kind, id, in.Name, in.FieldType, in.Options, in.Position)
}

func (w Writer) MoveCustomField(ctx context.Context, kind, id int64, in catalog.Move) (catalog.CustomField, error) {
	moved, err := move[catalog.CustomField](ctx, w, customField, `custom_fields`, `s.group_id is not distinct from me.group_id`, kind, id, in)
	return orUnmoved(w, moved, err, func() (catalog.CustomField, error) { return w.CustomField(ctx, kind, id) })
}

// DeleteCustomField deletes a field with all values recorded for it.
func (w Writer) DeleteCustomField(ctx context.Context, kind, id int64) error {
	ctx = w.slowly(ctx)
	w.first(oneOrderAtATime, w.account, kind)
	w.first(`select from custom_fields where account_id = $1 and collection_type_id = $2 and id = $3 for update`, w.account, kind, id) // whoever records a value of it has done so, or cannot
	w.first(`update items i set custom_fields = i.custom_fields - $4::text from custom_fields f
			cross join lateral (select item_id from item_values where account_id = $1 and custom_field_id = f.id offset 0) v
		where f.account_id = $1 and f.collection_type_id = $2 and f.id = $3 and i.account_id = $1 and i.id = v.item_id`, w.account, kind, id, formatID(id))
	return erase(ctx, w.change, named, `
		delete from custom_fields where account_id = $1 and collection_type_id = $2 and id = $3 returning name`, w.account, kind, id)
}
