package inventory

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// fieldsOf are the fields of a type t: standalone ones first, then by group.
const fieldsOf = `coalesce((
			select jsonb_agg(jsonb_build_object('ID', f.id, 'Group', coalesce(g.name, ''), 'Name', f.name, 'Kind', f.field_type, 'Options', f.options)
				order by g.position nulls first, f.position, f.id)
			from custom_fields f left join custom_field_groups g on g.account_id = $1 and g.id = f.group_id
			where f.account_id = $1 and f.collection_type_id = t.id), '[]')`

// TypeForms are the types of a collection with their fields.
func TypeForms(ctx context.Context, r engine.Reader, collection int64) ([]catalog.TypeForm, error) {
	return typeForms(ctx, r, collection, nil)
}

// TypeFormsOf are those of an item's collection, and the item's own type even if the
// collection no longer has it.
func TypeFormsOf(ctx context.Context, r engine.Reader, i catalog.Item) ([]catalog.TypeForm, error) {
	return typeForms(ctx, r, i.CollectionID, i.CollectionTypeID)
}

func typeForms(ctx context.Context, r engine.Reader, collection int64, also *int64) ([]catalog.TypeForm, error) {
	return engine.All[catalog.TypeForm](ctx, engine.InCollection(r, collection), `
		select t.id, t.name, t.color, `+fieldsOf+` as fields
		from (select collection_type_id from collection_type_links where account_id = $1 and collection_id = $2 union select $3::bigint) l
		cross join lateral (select id, name, color from collection_types where account_id = $1 and id = l.collection_type_id offset 0) t
		order by lower(t.name), t.id`, r.AccountID(), collection, also)
}
