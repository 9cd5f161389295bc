package postgres

import (
	"context"

	"vitrine/internal/catalog"
)

// Fields are listed by position, and those with the same position as they render:
// standalone first, then by group.
var customFields = resource[catalog.CustomField]{
	table:   table{`custom_fields`, `f`},
	columns: `id, uuid::text, collection_type_id, group_id, name, field_type, options, position, is_public, created_at, updated_at`,
	owner:   ofType,
	order: sorting{
		{sql: `position`},
		{sql: `(select g.position from custom_field_groups g where g.account_id = $1 and g.id = f.group_id)`, nulls: "first"},
		{sql: `id`},
	},
	entry:    named,
	trace:    trace{object: `custom_field`},
	siblings: `group_id`,
}

func (r Reader) CustomFields(ctx context.Context, kind int64, p catalog.Paging) (catalog.Page[catalog.CustomField], error) {
	return customFields.page(ctx, accountWide(r), p, kind)
}

func (r Reader) CustomField(ctx context.Context, kind, id int64) (catalog.CustomField, error) {
	return customFields.one(ctx, accountWide(r), kind, id)
}

// CreateCustomField appends a field to its group, or to the standalone ones.
func (w Writer) CreateCustomField(ctx context.Context, kind int64, in catalog.CustomFieldInput) (catalog.CustomField, error) {
	ofType.serialise(w.change, kind)
	return customFields.write(ctx, w.change, `
		insert into custom_fields (account_id, collection_type_id, group_id, name, field_type, options, is_public, position)
		select account_id, id, $3, coalesce($4, ''), $5, $6, $7, `+customFields.next(`group_id is not distinct from $3::bigint`)+`
		from collection_types where account_id = $1 and id = $2`, kind, in.GroupID, in.Name, in.FieldType, in.Options, catalog.True(in.IsPublic))
}

// UpdateCustomField writes a field. Given a position it goes exactly there; if
// that is taken, its holder and all that follow it move one further.
func (w Writer) UpdateCustomField(ctx context.Context, kind, id int64, in catalog.CustomFieldInput) (catalog.CustomField, error) {
	customFields.makeRoom(w.change, in.Position, kind, id)
	return customFields.write(ctx, w.change, `
		update custom_fields set name = coalesce($4, name), field_type = $5, options = $6, position = coalesce($7, position),
			is_public = case when $8 then $9 else is_public end, updated_at = now()
		where account_id = $1 and collection_type_id = $2 and id = $3`, kind, id, in.Name, in.FieldType, in.Options, in.Position,
		in.IsPublic.Sent, catalog.True(in.IsPublic))
}

func (w Writer) MoveCustomField(ctx context.Context, kind, id int64, in catalog.Move) (catalog.CustomField, error) {
	return customFields.move(ctx, w.change, in, kind, id)
}

// DeleteCustomField deletes a field with all values recorded for it.
func (w Writer) DeleteCustomField(ctx context.Context, kind, id int64) error {
	ctx = atLength(ctx, w.change)
	ofType.serialise(w.change, kind)
	first(w.change, `select from custom_fields where account_id = $1 and collection_type_id = $2 and id = $3 for update`, w.account, kind, id) // values of it are recorded before this, or not at all
	first(w.change, `update items i set custom_fields = i.custom_fields - $4::text from custom_fields f
			cross join lateral (select item_id from item_values where account_id = $1 and custom_field_id = f.id offset 0) v
		where f.account_id = $1 and f.collection_type_id = $2 and f.id = $3 and i.account_id = $1 and i.id = v.item_id`, w.account, kind, id, formatID(id))
	return customFields.discard(ctx, w.change, kind, id)
}
