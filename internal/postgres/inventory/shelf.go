package inventory

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// ItemsInside is the number of items of the collection c.
const ItemsInside = `(select coalesce(sum(n), 0)::bigint from totals where account_id = $1 and list = 'collection_items' and parent_id = c.id)`

// Shelves lists the collections with their cover, or up to four main photos of the items changed last.
func Shelves(ctx context.Context, r engine.Reader, p catalog.Paging) (catalog.Page[catalog.Shelf], error) {
	l := collectionList(r)
	l.Columns = `c.id, c.name, c.emoji, ` + ItemsInside + ` as items, coalesce((
		select jsonb_build_array(jsonb_build_object('ItemID', item_id, 'PhotoID', photo_id)) from collection_covers where account_id = $1 and collection_id = c.id), (
		select jsonb_agg(jsonb_build_object('ItemID', p.item_id, 'PhotoID', p.id) order by p.updated_at desc, p.item_id desc) from (
			select p.item_id, p.id, i.updated_at from (
				select id, updated_at from items where account_id = $1 and collection_id = c.id order by updated_at desc, id desc limit 24
			) i cross join lateral (select item_id, id from photos where account_id = $1 and item_id = i.id and is_main offset 0) p
			order by i.updated_at desc, i.id desc limit 4
		) p), '[]') as covers`
	return engine.Page[catalog.Shelf](ctx, engine.Narrowed(r), p, l)
}

// CollectionLinks are all collections by name, to choose from.
func CollectionLinks(ctx context.Context, r engine.Reader) ([]catalog.CollectionLink, error) {
	return engine.All[catalog.CollectionLink](ctx, engine.Narrowed(r), `
		select c.id, c.name, c.emoji, `+ItemsInside+` as items from collections c
		where account_id = $1 and ($2::bigint[] is null or id = any($2)) order by lower(c.name), c.id limit 1000`, r.AccountID(), r.CollectionIDs())
}

// RecentItems are the items added last, the latest first. It is for pages: keys limited to collections
// cannot read it.
func RecentItems(ctx context.Context, r engine.Reader) ([]catalog.RecentItem, error) {
	return engine.All[catalog.RecentItem](ctx, r, `
		select i.id, i.name, c.name as collection_name, c.emoji, p.id as photo_id, i.created_at from (
			select id, name, collection_id, created_at from items where account_id = $1 order by created_at desc, id desc limit 12
		) i cross join lateral (select name, emoji from collections where account_id = $1 and id = i.collection_id offset 0) c
		left join photos p on p.account_id = $1 and p.item_id = i.id and p.is_main
		order by i.created_at desc, i.id desc`, r.AccountID())
}
