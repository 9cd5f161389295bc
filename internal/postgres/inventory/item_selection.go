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

// ItemIDs are the items of a whole list, up to catalog.MostFigured.
func ItemIDs(ctx context.Context, r engine.Reader, collection int64, f catalog.ItemFilter) ([]int64, error) {
	r = engine.InCollection(r, collection)
	l, page, err := allOf(ctx, r, collection, f)
	if err != nil {
		return nil, err
	}
	return idsOf(engine.All[struct{ ID int64 }](ctx, r, page+` select id from page order by id limit 10000`, l.Args...))
}

// HeldIDs are the held copies of some items of a collection that meet what is asked.
func HeldIDs(ctx context.Context, r engine.Reader, collection int64, items []int64, asked catalog.CopiesAsked) ([]int64, error) {
	l := engine.List{Args: []any{r.AccountID(), collection, items}}
	return idsOf(engine.All[struct{ ID int64 }](ctx, engine.InCollection(r, collection), `
		select c.id from (select distinct unnest($3::bigint[]) as id) given
		cross join lateral (select id from items where account_id = $1 and collection_id = $2 and id = given.id offset 0) i
		cross join lateral (select id from copies c where c.account_id = $1 and c.item_id = i.id and `+IsHeld+meets(&l, asked)+` offset 0) c order by c.id`, l.Args...))
}

func idsOf(found []struct{ ID int64 }, err error) ([]int64, error) {
	ids := make([]int64, len(found))
	for i, f := range found {
		ids[i] = f.ID
	}
	return ids, err
}
