package postgres

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
)

// Shell is what surrounds every page: the user, their account, its latest collections
// and views.
type Shell struct {
	identity.User
	Role        identity.Role
	Account     string
	Collections []catalog.CollectionLink // the latest ones, by name
	Shelves     int64                    // how many collections there are
	Views       []catalog.ViewLink       // the latest ones of the user and of all, by name
	Sample      bool                     // whether a sample can be removed
	Renew       bool                     // whether the session has an id from before a change of the user's rights
}

// itemsInside is the number of items of the collection c.
const itemsInside = `(select coalesce(sum(n), 0)::bigint from totals where account_id = $1 and list = 'collection_items' and parent_id = c.id)`

// Shell reads what surrounds a page, in one round trip.
func (r Reader) Shell(ctx context.Context) (Shell, error) {
	return one[Shell](ctx, accountWide(r), `
		select `+user+`, role, (select name from accounts where id = $1) as account, coalesce((
			select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'emoji', c.emoji, 'items', `+itemsInside+`) order by lower(c.name), c.id)
			from (select id, name, emoji from collections where account_id = $1 order by updated_at desc, id desc limit 12) c), '[]') as collections,
			(select coalesce(sum(n), 0)::bigint from totals where account_id = $1 and list = 'collections' and parent_id = 0) as shelves,
			coalesce((select jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name, 'resource', v.resource, 'query', v.query) order by v.name_key, v.id) from (
				(select id, name, name_key, resource, query from views where account_id = $1 and private_of = $2 order by id desc limit 12) union all
				(select id, name, name_key, resource, query from views where account_id = $1 and shared order by id desc limit 12)) v), '[]') as views,
			exists (select from sample_objects where account_id = $1) as sample,
			exists (select from api_keys k where k.account_id = $1 and k.id = $3 and k.kind = 'session' and k.updated_at < users.rights_changed_at) as renew
		from users where account_id = $1 and id = $2`, r.account, r.user, r.access.KeyID)
}

// Shelves lists the collections with the photo that was chosen, or with up to four main
// photos of the items changed last.
func (r Reader) Shelves(ctx context.Context, p catalog.Paging) (catalog.Page[catalog.Shelf], error) {
	l := r.collections()
	l.columns = `c.id, c.name, c.emoji, ` + itemsInside + ` as items, coalesce((
		select jsonb_build_array(jsonb_build_object('ItemID', item_id, 'PhotoID', photo_id)) from collection_covers where account_id = $1 and collection_id = c.id), (
		select jsonb_agg(jsonb_build_object('ItemID', p.item_id, 'PhotoID', p.id) order by p.updated_at desc, p.item_id desc) from (
			select p.item_id, p.id, i.updated_at from (
				select id, updated_at from items where account_id = $1 and collection_id = c.id order by updated_at desc, id desc limit 24
			) i cross join lateral (select item_id, id from photos where account_id = $1 and item_id = i.id and is_main offset 0) p
			order by i.updated_at desc, i.id desc limit 4
		) p), '[]') as covers`
	return page[catalog.Shelf](ctx, narrowed(r), p, l)
}

// CollectionLinks are all collections by name, to choose from.
func (r Reader) CollectionLinks(ctx context.Context) ([]catalog.CollectionLink, error) {
	return all[catalog.CollectionLink](ctx, narrowed(r), `
		select c.id, c.name, c.emoji, `+itemsInside+` as items from collections c
		where account_id = $1 and ($2::bigint[] is null or id = any($2)) order by lower(c.name), c.id limit 1000`, r.account, r.only)
}

// RecentItems are the items added last, the latest first. It is for pages: keys that
// are limited to collections cannot read it.
func (r Reader) RecentItems(ctx context.Context) ([]catalog.RecentItem, error) {
	return all[catalog.RecentItem](ctx, r, `
		select i.id, i.name, c.name as collection_name, c.emoji, p.id as photo_id, i.created_at from (
			select id, name, collection_id, created_at from items where account_id = $1 order by created_at desc, id desc limit 12
		) i cross join lateral (select name, emoji from collections where account_id = $1 and id = i.collection_id offset 0) c
		left join photos p on p.account_id = $1 and p.item_id = i.id and p.is_main
		order by i.created_at desc, i.id desc`, r.account)
}
