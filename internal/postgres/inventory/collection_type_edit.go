package inventory

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// TypeSummaries are the types of the account with the collections that use them and that the caller sees.
func TypeSummaries(ctx context.Context, r engine.Reader) ([]catalog.TypeSummary, error) {
	return engine.All[catalog.TypeSummary](ctx, engine.Narrowed(r), `
		select t.id, t.name, t.color, (select count(*) from custom_fields where account_id = $1 and collection_type_id = t.id) as fields, coalesce((
			select jsonb_agg(jsonb_build_object('ID', c.id, 'Name', c.name, 'Emoji', c.emoji) order by lower(c.name), c.id)
			from collection_type_links l cross join lateral (select id, name, emoji from collections where account_id = $1 and id = l.collection_id offset 0) c
			where l.account_id = $1 and l.collection_type_id = t.id and ($2::bigint[] is null or c.id = any($2))), '[]') as collections
		from (select id, name, color from collection_types where account_id = $1 order by updated_at desc, id desc limit 1000) t
		order by lower(t.name), t.id`, r.AccountID(), r.CollectionIDs())
}

// TypeEdit reads a type with everything its page edits, in one round trip. Values are counted up to a
// limit.
func TypeEdit(ctx context.Context, r engine.Reader, id int64) (catalog.TypeEdit, error) {
	return engine.One[catalog.TypeEdit](ctx, engine.AccountWide(r), `
		select t.id, t.name, t.color, coalesce((
			select jsonb_agg(jsonb_build_object('ID', id, 'Name', name) order by position, id)
			from custom_field_groups where account_id = $1 and collection_type_id = t.id), '[]') as groups, coalesce((
			select jsonb_agg(jsonb_build_object('ID', f.id, 'GroupID', f.group_id, 'Name', f.name, 'Kind', f.field_type, 'Options', f.options, 'Position', f.position, 'IsPublic', f.is_public, 'Values', (
				select count(*) from (select from item_values where account_id = $1 and custom_field_id = f.id limit $3) v)) order by f.position, f.id)
			from custom_fields f where f.account_id = $1 and f.collection_type_id = t.id), '[]') as fields,
			array(select collection_id from collection_type_links where account_id = $1 and collection_type_id = t.id) as collections
		from collection_types t where account_id = $1 and id = $2`, r.AccountID(), id, catalog.ManyValues)
}
