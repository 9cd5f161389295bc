package inventory

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// Fields are listed by position; equal positions as shown: standalone ones first, then by group.
var customFields = engine.Resource[catalog.CustomField]{
	Table:   engine.Table{Name: `custom_fields`, Alias: `f`},
	Columns: `id, uuid::text, collection_type_id, group_id, name, field_type, options, position, is_public, created_at, updated_at`,
	Owner:   ofType,
	Order: engine.Sorting{
		{SQL: `position`},
		{SQL: `(select g.position from custom_field_groups g where g.account_id = $1 and g.id = f.group_id)`, Nulls: "first"},
		{SQL: `id`},
	},
	Entry:    engine.Named,
	Trace:    engine.Trace{Object: `custom_field`},
	Siblings: `group_id`,
}

// CustomFieldTable is how custom fields are read.
var CustomFieldTable = customFields.Shape()

func CustomFields(ctx context.Context, r engine.Reader, kind int64, p catalog.Paging) (catalog.Page[catalog.CustomField], error) {
	return customFields.Page(ctx, engine.AccountWide(r), p, kind)
}

func CustomField(ctx context.Context, r engine.Reader, kind, id int64) (catalog.CustomField, error) {
	return customFields.One(ctx, engine.AccountWide(r), kind, id)
}

// CreateCustomField appends a field to its group, or to the standalone ones.
func CreateCustomField(ctx context.Context, w engine.Writer, kind int64, in catalog.CustomFieldInput) (catalog.CustomField, error) {
	ofType.Serialise(w.Edit, kind)
	return customFields.Write(ctx, w.Edit, `
		insert into custom_fields (account_id, collection_type_id, group_id, name, field_type, options, is_public, position)
		select account_id, id, $3, coalesce($4, ''), $5, $6, $7, `+customFields.Next(`group_id is not distinct from $3::bigint`)+`
		from collection_types where account_id = $1 and id = $2`, kind, in.GroupID, in.Name, in.FieldType, in.Options, catalog.True(in.IsPublic))
}

// UpdateCustomField writes a field. Given a position it goes exactly there; if
// that is taken, its holder and all that follow it move one further.
func UpdateCustomField(ctx context.Context, w engine.Writer, kind, id int64, in catalog.CustomFieldInput) (catalog.CustomField, error) {
	customFields.MakeRoom(w.Edit, in.Position, kind, id)
	return customFields.Write(ctx, w.Edit, `
		update custom_fields set name = coalesce($4, name), field_type = $5, options = $6, position = coalesce($7, position),
			is_public = case when $8 then $9 else is_public end, updated_at = now()
		where account_id = $1 and collection_type_id = $2 and id = $3`, kind, id, in.Name, in.FieldType, in.Options, in.Position,
		in.IsPublic.Sent, catalog.True(in.IsPublic))
}

func MoveCustomField(ctx context.Context, w engine.Writer, kind, id int64, in catalog.Move) (catalog.CustomField, error) {
	return customFields.Move(ctx, w.Edit, in, kind, id)
}

// DeleteCustomField deletes a field with all values recorded for it.
func DeleteCustomField(ctx context.Context, w engine.Writer, kind, id int64) error {
	ctx = engine.AtLength(ctx, w.Edit)
	ofType.Serialise(w.Edit, kind)
	engine.First(w.Edit, `select from custom_fields where account_id = $1 and collection_type_id = $2 and id = $3 for update`, w.AccountID(), kind, id) // values of it are recorded before this, or not at all
	engine.First(w.Edit, `update items i set custom_fields = i.custom_fields - $4::text from custom_fields f
			cross join lateral (select item_id from item_values where account_id = $1 and custom_field_id = f.id offset 0) v
		where f.account_id = $1 and f.collection_type_id = $2 and f.id = $3 and i.account_id = $1 and i.id = v.item_id`, w.AccountID(), kind, id, engine.FormatID(id))
	return customFields.Discard(ctx, w.Edit, kind, id)
}
