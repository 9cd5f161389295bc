package postgres

import (
	"context"

	"vitrine/internal/catalog"
)

// TypeForms are the types of a collection with their fields: standalone ones first,
// then by group.
func (r Reader) TypeForms(ctx context.Context, collection int64) ([]catalog.TypeForm, error) {
	return all[catalog.TypeForm](ctx, r.inCollection(collection), `
		select t.id, t.name, t.color, coalesce((
			select jsonb_agg(jsonb_build_object('ID', f.id, 'Group', coalesce(g.name, ''), 'Name', f.name, 'Kind', f.field_type, 'Options', f.options)
				order by g.position nulls first, f.position, f.id)
			from custom_fields f left join custom_field_groups g on g.account_id = $1 and g.id = f.group_id
			where f.account_id = $1 and f.collection_type_id = t.id), '[]') as fields
		from collection_type_links l cross join lateral (select id, name, color from collection_types where account_id = $1 and id = l.collection_type_id offset 0) t
		where l.account_id = $1 and l.collection_id = $2 order by lower(t.name), t.id`, r.account, collection)
}
