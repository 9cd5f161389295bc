package inventory

import (
	"context"
	"strconv"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

const (
	// manyCodes limits the values read for one code: all issues of a series may have the same.
	manyCodes = 5_000
	manyNamed = 50
)

// Have tells what the account has of a thing. The first round trip finds items, the second reads them.
func Have(ctx context.Context, r engine.Reader, in catalog.HaveInput) (catalog.Have, error) {
	have := catalog.Have{Code: in.Read()}
	var number *int64
	if have.Code.Valid() {
		number = &have.Code.Number
	}
	found, err := engine.All[catalog.Found](ctx, engine.Narrowed(r), `
		select q.by, q.item_id, q.text from (
			(select 1 as way, '`+catalog.ByLabel+`' as by, item_id, null as text, id from copies where account_id = $1 and id = $3)
			union all (select 2, '`+catalog.ByIdentifier+`', item_id, null, id from copies where account_id = $1 and identifier = $4 order by identifier, id limit `+strconv.Itoa(manyNamed)+`)
			union all (select 3, '`+catalog.ByCode+`', item_id, value #>> '{}', -item_id from item_values where account_id = $1 and code = $5 order by code desc, item_id desc limit `+strconv.Itoa(manyCodes)+`)
			union all (select 4, '`+catalog.ByItsName+`', id, null, id from items where account_id = $1 and sort_name = $6 order by sort_name, id limit `+strconv.Itoa(manyNamed)+`)
		) q cross join lateral (select from items where account_id = $1 and id = q.item_id and ($2::bigint[] is null or collection_id = any($2)) offset 0) i
		order by q.way, q.id`,
		r.AccountID(), r.CollectionIDs(), catalog.LabelledCopy(in.Base, in.Text()), in.Text(), number, catalog.Fold(in.Text()))
	if err != nil {
		return have, err
	}
	matches, siblings := catalog.Choose(have.Code, found)
	if len(matches)+len(siblings) == 0 {
		return have, nil
	}
	all, err := matched(ctx, r, append(matches, siblings...))
	if err != nil {
		return have, err
	}
	for _, f := range matches {
		if m, ok := all[f.ItemID]; ok {
			m.By = f.By
			have.Matches = append(have.Matches, m)
		}
	}
	for _, f := range siblings {
		if m, ok := all[f.ItemID]; ok {
			m.By = f.By
			have.Siblings = append(have.Siblings, m)
		}
	}
	return have, nil
}

// matched reads items that were found, with the first of their copies.
func matched(ctx context.Context, r engine.Reader, found []catalog.Found) (map[int64]catalog.Match, error) {
	ids := make([]int64, len(found))
	for i, f := range found {
		ids[i] = f.ItemID
	}
	var items []catalog.Match
	var copied []catalog.MatchedCopy
	err := engine.Ask(ctx, engine.Narrowed(r), func(b *pgx.Batch) {
		b.Queue(matchedItems, r.AccountID(), ids, r.CollectionIDs())
		b.Queue(matchedCopies, r.AccountID(), ids, r.CollectionIDs())
	}, func(answers pgx.BatchResults) (err error) {
		if items, err = engine.Rows[catalog.Match](answers); err != nil {
			return err
		}
		copied, err = engine.Rows[catalog.MatchedCopy](answers)
		return err
	})
	all := map[int64]catalog.Match{}
	for _, m := range items {
		all[m.ItemID] = m
	}
	for _, c := range copied {
		m := all[c.ItemID]
		m.Copies = append(m.Copies, c)
		all[c.ItemID] = m
	}
	return all, err
}

// seenItems are the asked items $2 within the collections $3.
const seenItems = `unnest($2::bigint[]) asked (id)
	cross join lateral (select * from items where account_id = $1 and id = asked.id and ($3::bigint[] is null or collection_id = any($3)) offset 0) i`

const matchedItems = `
	select '' as by, i.id as item_id, i.name, i.collection_id, o.name as collection_name, p.id as photo_id,
		i.wanted, i.wanted_priority, i.wanted_max_price, i.wanted_currency_code, h.quantity, h.copies_total, null::text[] as copies
	from ` + seenItems + ofCollection + `
	left join lateral (select id from photos where account_id = $1 and item_id = i.id and is_main offset 0) p on true
	cross join lateral (
		select least(coalesce(sum(quantity) filter (where ` + IsHeld + `), 0), 9223372036854775807)::bigint as quantity, count(*) as copies_total
		from copies c where account_id = $1 and item_id = i.id
	) h`

// matchedCopies are the first copies of the items, those that are held before the others.
var matchedCopies = `
	select c.id, c.item_id, c.identifier, c.status, g.name as condition, coalesce(l.place, '{}') as place, c.quantity, c.acquired_at,
		t.total as purchase_price, t.occurred_at as purchased_at, t.currency_code as purchase_currency,
		c.estimated_value as value, case when c.estimated_value is not null then c.value_currency_code end as value_currency
	from ` + seenItems + `
	cross join lateral (select * from copies c where account_id = $1 and item_id = i.id order by not ` + IsHeld + `, id limit ` + strconv.Itoa(catalog.CopiesOfMatch) + `) c
	left join lateral (select name from item_conditions where account_id = $1 and id = c.item_condition_id offset 0) g on true
	left join lateral (
		with recursive up as (
			select id, parent_id, name, 1 as height from locations where account_id = $1 and id = c.location_id
			union all
			select l.id, l.parent_id, l.name, up.height + 1 from up cross join lateral (select * from locations where account_id = $1 and id = up.parent_id offset 0) l
		) select array_agg(name order by height desc) as place from up
	) l on true
	left join lateral (select total, occurred_at, currency_code from transactions where account_id = $1 and copy_id = c.id and type = 'purchase' order by occurred_at desc, id desc limit 1) t on true
	order by not ` + IsHeld + `, c.id`
