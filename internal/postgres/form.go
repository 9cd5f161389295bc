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

// Covers are up to four main photos of each collection, of the items changed last.
func (r Reader) Covers(ctx context.Context, collections []int64) ([]catalog.Cover, error) {
	return all[catalog.Cover](ctx, r.narrowed(), `
		select c.id as collection_id, p.item_id, p.id as photo_id from unnest($2::bigint[]) c (id) cross join lateral (
			select p.item_id, p.id from (
				select id, updated_at from items where account_id = $1 and collection_id = c.id order by updated_at desc, id desc limit 24
			) i cross join lateral (select item_id, id from photos where account_id = $1 and item_id = i.id and is_main offset 0) p
			order by i.updated_at desc, i.id desc limit 4
		) p where $3::bigint[] is null or c.id = any($3)`, r.account, collections, r.only)
}
