package admin

import "context"

// wrongSums compares the sums of every collection of the account with new ones.
const wrongSums = `
	with counted as (
		select i.collection_id, coalesce(c.value_currency_code, '') as currency_code, count(*) as copies, count(*) filter (where c.counts) as held,
			coalesce(sum(c.quantity) filter (where c.counts), 0) as quantity, coalesce(sum(c.estimated_value * c.quantity) filter (where c.counts), 0) as value
		from (select *, status in ('owned', 'loaned', 'other') and not borrowed as counts from copies where account_id = $1) c
		join items i on i.account_id = $1 and i.id = c.item_id group by 1, 2
	), kept as (
		select collection_id, currency_code, sum(copies) as copies, sum(held) as held, sum(quantity) as quantity, sum(value) as value
		from collection_sums where account_id = $1 group by 1, 2
	)
	select collection_id, currency_code, coalesce(c.copies, 0) as copies, coalesce(c.held, 0) as held, coalesce(c.quantity, 0) as quantity, coalesce(c.value, 0) as value
	from counted c full join kept k using (collection_id, currency_code)
	where (coalesce(c.copies, 0), coalesce(c.held, 0), coalesce(c.quantity, 0), coalesce(c.value, 0))
		<> (coalesce(k.copies, 0), coalesce(k.held, 0), coalesce(k.quantity, 0), coalesce(k.value, 0))`

// repairSums rewrites wrong sums, into one slot.
const repairSums = `
	with wrong as materialized (` + wrongSums + `), gone as (
		delete from collection_sums s using wrong w where s.account_id = $1 and s.collection_id = w.collection_id and s.currency_code = w.currency_code and s.slot > 0
	), written as (
		insert into collection_sums as s (account_id, collection_id, currency_code, slot, copies, held, quantity, value)
		select $1, collection_id, currency_code, 0, copies, held, quantity, value from wrong
		on conflict (account_id, collection_id, currency_code, slot) do update
		set copies = excluded.copies, held = excluded.held, quantity = excluded.quantity, value = excluded.value
		returning s.collection_id
	) select count(*) from written`

// RepairSums recomputes wrong sums of collections.
func RepairSums(ctx context.Context, url string) Finding {
	return repair{
		failed: "the sums of collections could not be counted",
		done:   "the sums of all collections were counted, %d were wrong and are repaired",
		tables: "items, copies, collection_sums",
		work:   counting(`select count(*) from (`+wrongSums+`) wrong`, repairSums),
	}.run(ctx, url)
}
