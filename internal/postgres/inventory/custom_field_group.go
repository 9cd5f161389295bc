package inventory

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

var customFieldGroups = engine.Resource[catalog.CustomFieldGroup]{
	Table:   engine.Table{Name: `custom_field_groups`},
	Columns: `id, uuid::text, collection_type_id, name, position, created_at, updated_at`,
	Owner:   ofType,
	Order:   engine.ByPosition,
	Entry:   engine.Named,
	Trace:   engine.Trace{Object: `custom_field_group`},
}

func CustomFieldGroups(ctx context.Context, r engine.Reader, kind int64, p catalog.Paging) (catalog.Page[catalog.CustomFieldGroup], error) {
	return customFieldGroups.Page(ctx, engine.AccountWide(r), p, kind)
}

func CustomFieldGroup(ctx context.Context, r engine.Reader, kind, id int64) (catalog.CustomFieldGroup, error) {
	return customFieldGroups.One(ctx, engine.AccountWide(r), kind, id)
}

func CreateCustomFieldGroup(ctx context.Context, w engine.Writer, kind int64, in catalog.CustomFieldGroupInput) (catalog.CustomFieldGroup, error) {
	ofType.Serialise(w.Edit, kind)
	return customFieldGroups.Write(ctx, w.Edit, `
		insert into custom_field_groups (account_id, collection_type_id, name, position)
		select account_id, id, coalesce($3, ''), `+customFieldGroups.Next()+` from collection_types where account_id = $1 and id = $2`, kind, in.Name)
}

func UpdateCustomFieldGroup(ctx context.Context, w engine.Writer, kind, id int64, in catalog.CustomFieldGroupInput) (catalog.CustomFieldGroup, error) {
	return customFieldGroups.Write(ctx, w.Edit, `
		update custom_field_groups set name = coalesce($4, name), updated_at = now()
		where account_id = $1 and collection_type_id = $2 and id = $3`, kind, id, in.Name)
}

func MoveCustomFieldGroup(ctx context.Context, w engine.Writer, kind, id int64, in catalog.Move) (catalog.CustomFieldGroup, error) {
	return customFieldGroups.Move(ctx, w.Edit, in, kind, id)
}

// DeleteCustomFieldGroup deletes a group. Its fields stay: they follow the
// standalone ones, in the order they had.
func DeleteCustomFieldGroup(ctx context.Context, w engine.Writer, kind, id int64) error {
	ofType.Serialise(w.Edit, kind)
	engine.First(w.Edit, `
		update custom_fields f set group_id = null, position = last.position + moved.n, updated_at = now()
		from (select coalesce(max(position), 0) as position from custom_fields
		      where account_id = $1 and collection_type_id = $2 and group_id is null) last,
		     (select id, row_number() over (order by position, id) as n from custom_fields
		      where account_id = $1 and collection_type_id = $2 and group_id = $3) moved
		where f.account_id = $1 and f.id = moved.id`, w.AccountID(), kind, id)
	return customFieldGroups.Delete(ctx, w.Edit, kind, id)
}
