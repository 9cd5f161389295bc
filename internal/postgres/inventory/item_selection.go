package inventory

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// ItemNames returns the names of items, also of those in the trash. It is for pages: keys limited to
// collections cannot read it.
func ItemNames(ctx context.Context, r engine.Reader, ids []int64) ([]catalog.ItemName, error) {
	return engine.All[catalog.ItemName](ctx, r, `
		select given.id, coalesce(i.name, t.name) as name, i.name is null as gone from (select distinct unnest($2::bigint[]) as id) given
		left join lateral (select name from items where account_id = $1 and id = given.id offset 0) i on true
		left join lateral (select name from trash_entries where account_id = $1 and object_type = 'item' and object_id = given.id offset 0) t on true
		order by given.id`, r.AccountID(), ids)
}

// TagsOfItems are the tags of some items, by name, up to 200. It is for pages, too.
func TagsOfItems(ctx context.Context, r engine.Reader, ids []int64) ([]catalog.Tag, error) {
	return engine.All[catalog.Tag](ctx, r, `
		select `+tags.Columns+` from (
			select distinct o.tag_id from (select distinct unnest($2::bigint[]) as id) given
			cross join lateral (select tag_id from item_tags where account_id = $1 and item_id = given.id offset 0) o
		) had cross join lateral (select * from tags where account_id = $1 and id = had.tag_id offset 0) t
		order by t.name_key, t.id limit 200`, r.AccountID(), ids)
}
