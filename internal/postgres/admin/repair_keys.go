package admin

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// wrongKeys are the items of the account whose keys differ from what their copies, set and tags say.
const wrongKeys = `
	with wanted as materialized (
		select k.* from (select coalesce(array_agg(id), '{}') as ids from items where account_id = $1) i cross join lateral find_item_keys($1, i.ids) k
		union all select i.collection_id, i.id, 'tag', t.tag_id from item_tags t join items i on i.account_id = $1 and i.id = t.item_id where t.account_id = $1
	), kept as materialized (
		select collection_id, item_id, kind, key from item_keys where account_id = $1
	)
	select item_id from ((select * from wanted except select * from kept) union all (select * from kept except select * from wanted)) d group by item_id`

const repairKeys = `
	with wrong as materialized (` + wrongKeys + `), gone as (
		delete from item_keys k using wrong w where k.account_id = $1 and k.item_id = w.item_id returning k.item_id
	) select count(*) from wrong where (select count(*) from gone) >= 0`

// keysAgain writes the keys of items that have none.
const keysAgain = `
	with bare as materialized (
		select id from items i where account_id = $1 and not exists (select from item_keys where account_id = $1 and item_id = i.id)
	)
	insert into item_keys (account_id, collection_id, item_id, kind, key)
	select $1, k.collection_id, k.item_id, k.kind, k.key from (select coalesce(array_agg(id), '{}') as ids from bare) b cross join lateral find_item_keys($1, b.ids) k
	union all select $1, i.collection_id, i.id, 'tag', t.tag_id from bare join items i on i.account_id = $1 and i.id = bare.id join item_tags t on t.account_id = $1 and t.item_id = i.id`

// keysAtOnce is how many items a backfill locks at a time.
const keysAtOnce = 500

// fillKeys writes the keys of a page of items. Whoever changes what they follow from waits, or has
// written the keys.
func fillKeys(ctx context.Context, tx pgx.Tx, account int64, after place) (place, error) {
	rows, _ := tx.Query(ctx, `select id from items where account_id = $1 and id > $2 order by id limit $3`, account, after.item, keysAtOnce)
	items, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil || len(items) == 0 {
		return place{end: true}, err
	}
	for _, statement := range []string{
		`select from copies where account_id = $1 and item_id = any($2::bigint[]) order by id for update`, // before their items, as everybody
		`select from items where account_id = $1 and id = any($2::bigint[]) order by id for update`,
		`select keep_item_keys($1, $2::bigint[])`,
		`insert into item_keys (account_id, collection_id, item_id, kind, key)
			select $1, i.collection_id, i.id, 'tag', t.tag_id from items i join item_tags t on t.account_id = $1 and t.item_id = i.id
			where i.account_id = $1 and i.id = any($2::bigint[]) on conflict do nothing`,
	} {
		if _, err := tx.Exec(ctx, statement, account, items); err != nil {
			return after, err
		}
	}
	return place{item: items[len(items)-1], end: len(items) < keysAtOnce}, nil
}

// RepairKeys writes keys of items anew that lists would find or sort them wrongly by.
func RepairKeys(ctx context.Context, url string) Finding {
	return repair{
		failed: "the keys of items could not be compared",
		done:   "the keys of all items were compared, those of %d were wrong and are repaired",
		tables: "items, copies, item_tags, item_keys",
		work: func(ctx context.Context, tx pgx.Tx, account int64, locked bool) (int, error) {
			wrong, err := counting(`select count(*) from (`+wrongKeys+`) wrong`, repairKeys)(ctx, tx, account, locked)
			if err == nil && locked {
				_, err = tx.Exec(ctx, keysAgain, account)
			}
			return wrong, err
		},
	}.run(ctx, url)
}
