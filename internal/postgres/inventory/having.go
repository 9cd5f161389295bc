package inventory

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// Havings tell of items whether they are there, by item. Of an item with very many copies
// the first hundred count.
func Havings(ctx context.Context, r engine.Reader, items []int64) (map[int64]catalog.Having, error) {
	found, err := engine.All[catalog.Having](ctx, engine.Narrowed(r), `
		select i.id as item_id, i.wanted, i.wanted_priority, i.wanted_max_price, i.wanted_currency_code,
			h.quantity, h.conditions, h.places, h.borrowers, h.lent_until, h.gone, h.gone_at, h.ordered
		from (select distinct unnest($2::bigint[]) as id) asked
		cross join lateral (select * from items where account_id = $1 and id = asked.id and ($3::bigint[] is null or collection_id = any($3)) offset 0) i
		cross join lateral (
			select least(coalesce(sum(quantity) filter (where held), 0), 9223372036854775807)::bigint as quantity,
				coalesce(array_agg(distinct condition) filter (where held and condition is not null), '{}') as conditions,
				coalesce(array_agg(distinct place) filter (where held and place is not null), '{}') as places,
				coalesce(array_agg(distinct party) filter (where party is not null), '{}') as borrowers, min(due_at) as lent_until,
				(array_agg(status order by disposed_at desc nulls last) filter (where gone))[1] as gone,
				max(disposed_at) filter (where gone) as gone_at, coalesce(bool_or(status = 'ordered'), false) as ordered
			from (
				select c.*, `+IsHeld+` as held, c.status in ('sold', 'gifted', 'lost', 'stolen', 'disposed') as gone, g.name as condition, p.name as place, l.party, l.due_at
				from (select * from copies where account_id = $1 and item_id = i.id order by id limit 100) c
				left join lateral (select name from item_conditions where account_id = $1 and id = c.item_condition_id offset 0) g on true
				left join lateral (select name from locations where account_id = $1 and id = c.location_id offset 0) p on true
				left join lateral (select party, due_at from loans where account_id = $1 and copy_id = c.id and status = 'active' and direction = 'outgoing' offset 0) l on true
			) c
		) h`, r.AccountID(), items, r.CollectionIDs())
	all := map[int64]catalog.Having{}
	for _, h := range found {
		all[h.ItemID] = h
	}
	return all, err
}
