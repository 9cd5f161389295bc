package admin

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// wrongCopies are the copies of the account that disagree with their records: newest valuation, sums
// of transactions, borrowed or not; or whose valuations do not know the next one.
const wrongCopies = `
	select c.id from copies c
	left join lateral (
		select amount, currency_code, valued_at from valuations where account_id = $1 and copy_id = c.id order by valued_at desc, id desc limit 1
	) v on true
	left join lateral (
		select sum(case when type = 'refund' then -total when type in ('purchase', 'trade', 'fee', 'tax', 'shipping') then total end) as cost,
		       sum(total) filter (where type = 'sale') as proceeds, bool_or(type in ('purchase', 'trade', 'gift_received', 'inheritance')) as got,
		       count(distinct currency_code) filter (where total is not null and type in ('purchase', 'trade', 'fee', 'tax', 'shipping', 'refund', 'sale')) as currencies
		from transactions where account_id = $1 and copy_id = c.id
	) t on true
	where c.account_id = $1 and (
		(c.estimated_value, c.value_currency_code, c.valued_at) is distinct from (v.amount, v.currency_code, v.valued_at)
		or c.cost_amount is distinct from case when t.got and t.currencies <= 1 then coalesce(t.cost, 0) end
		or c.proceeds_amount is distinct from case when t.got and t.currencies <= 1 then coalesce(t.proceeds, 0) end
		or exists (select from (select superseded_at, lag(valued_at) over (order by valued_at desc, id desc) as next from valuations where account_id = $1 and copy_id = c.id) o
			where o.superseded_at is distinct from o.next)
		or c.borrowed <> exists (select from loans where account_id = $1 and copy_id = c.id and status = 'active' and direction = 'incoming'))`

// repairCopies recomputes them.
const repairCopies = `
	with wrong as materialized (` + wrongCopies + `), lent as (
		update copies c set borrowed = exists (select from loans where account_id = $1 and copy_id = c.id and status = 'active' and direction = 'incoming')
		from wrong where c.account_id = $1 and c.id = wrong.id returning c.id
	) select id from lent`

// RepairCopies recomputes wrong values, costs and loans of copies.
func RepairCopies(ctx context.Context, url string) Finding {
	return repair{
		failed: "the records of copies could not be counted",
		done:   "the records of all copies were counted, those of %d were counted wrong and are repaired",
		tables: "copies, valuations, transactions, loans",
		work: func(ctx context.Context, tx pgx.Tx, account int64, locked bool) (int, error) {
			look := wrongCopies
			if locked {
				look = repairCopies
			}
			found, _ := tx.Query(ctx, look, account)
			wrong, err := pgx.CollectRows(found, pgx.RowTo[int64])
			if err == nil && locked {
				_, err = tx.Exec(ctx, `select count_value($1, id), count_cost($1, id) from unnest($2::bigint[]) id`, account, wrong)
			}
			return len(wrong), err
		},
	}.run(ctx, url)
}
