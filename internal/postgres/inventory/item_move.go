package inventory

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres/internal/engine"
)

// MoveItems moves all of the items into a collection, or none if the caller does not see one of them.
// Each moved item has its own log entry. Types stay, even if the collection does not have them;
// category and set are cleared, and so is a cover that leaves. Locks are taken in one order:
// collections, then items, each by id.
func MoveItems(ctx context.Context, w engine.Writer, in catalog.ItemMove) (catalog.Moved, error) {
	c := engine.ForCaller(w.Edit)
	moved := catalog.Moved{CollectionID: *in.CollectionID}
	engine.First(c, `select from (
			select distinct id from (select $2::bigint as id union all
				select i.collection_id from unnest($3::bigint[]) given (id) cross join lateral (select collection_id from items where account_id = $1 and id = given.id offset 0) i) q order by 1
		) o cross join lateral (select id from collections where account_id = $1 and id = o.id for share) l`, c.AccountID(), *in.CollectionID, in.IDs)
	engine.First(c, `select from (select distinct unnest($2::bigint[]) as id order by 1) given
		cross join lateral (select id from items where account_id = $1 and id = given.id for no key update) i`, c.AccountID(), in.IDs)
	var err error
	moved.Items, err = engine.ApplyMany(ctx, c, items.Telling(engine.Audited{`collection_id`, `category_id`, `set_id`}.Differing(``,
		`array[to_jsonb(left_collection::text), to_jsonb(left_category::text), to_jsonb(left_set::text)]`, `array[to_jsonb(collection_id::text), null, null]`)), `
		with target as (
			select id from collections where account_id = $1 and id = $3 and ($4::bigint[] is null or id = any($4))
		), seen as materialized (
			select i.* from (select distinct unnest($2::bigint[]) as id) given
			cross join lateral (select id, collection_id, category_id, set_id from items where account_id = $1 and id = given.id and ($4::bigint[] is null or collection_id = any($4)) offset 0) i
		), changed as (
			update items i set collection_id = target.id, category_id = null, set_id = null, updated_at = now() from target, seen
			where i.account_id = $1 and i.id = seen.id and i.collection_id <> target.id
			and (select count(*) from seen) = (select count(distinct id) from unnest($2::bigint[]) id)
			returning i.id, i.name, i.collection_id, seen.collection_id as left_collection, seen.category_id as left_category, seen.set_id as left_set
		)`, c.AccountID(), in.IDs, *in.CollectionID, c.CollectionIDs())
	if err == nil && moved.Items == 0 {
		engine.Unchanged(c)
		err = moves(ctx, w, in)
	}
	return moved, err
}

// moves explains why nothing was moved; nil if all items were there already.
func moves(ctx context.Context, w engine.Writer, in catalog.ItemMove) error {
	found, err := engine.One[struct{ Target, Items bool }](ctx, engine.Narrowed(w.Reader), `
		select exists (select from collections where account_id = $1 and id = $3 and ($4::bigint[] is null or id = any($4))) as target,
			(select count(*) from items where account_id = $1 and id = any($2) and ($4::bigint[] is null or collection_id = any($4)))
				= (select count(distinct id) from unnest($2::bigint[]) id) as items`, w.AccountID(), in.IDs, *in.CollectionID, w.CollectionIDs())
	var wrong fault.Invalid
	if err == nil && !found.Target {
		wrong.Add("collection_id", "The selected collection id is invalid.")
	}
	if err == nil && !found.Items {
		wrong.Add("item_ids", "The selected item ids are invalid.")
	}
	if err == nil {
		err = wrong.Err()
	}
	return err
}
