package figures

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// changed takes each valued copy from the day $3 to today, in parts that add up. What it was on that day is its
// newest valuation until then. A copy that came later begins with its price; one without a price, or that was there
// and not valued, with its first valuation. Only copies valued after the day need their valuations. Each collection
// has its own sums if asked.
func (s selection) changed(byCollection bool) string {
	of, from := `0::bigint`, `begun c`
	if byCollection {
		of, from = `i.collection_id`, `begun c join items i on i.account_id = $1 and i.id = c.item_id`
	}
	return `
	with valued as (
		select c.id, c.item_id, c.quantity, c.estimated_value, c.value_currency_code, c.valued_at, c.cost_amount, c.proceeds_amount, c.cost_currency_code,
			coalesce(c.acquired_at > $3::date, false) as came, ` + goneAt + ` as gone
		from ` + s.copies() + ` and c.valued_at is not null
	), known as (
		select c.*, coalesce(b.amount, case when c.valued_at <= $3::date then c.estimated_value end) as was, coalesce(b.currency_code, c.value_currency_code) as was_code,
			o.amount as first, o.currency_code as first_code
		from valued c
		left join lateral (
			select amount, currency_code from valuations where account_id = $1 and copy_id = c.id and valued_at <= $3::date and c.valued_at > $3::date order by valued_at desc, id desc limit 1
		) b on true
		left join lateral (
			select amount, currency_code from valuations where account_id = $1 and copy_id = c.id and c.valued_at > $3::date and b.amount is null order by valued_at, id limit 1
		) o on true
		where c.gone is null or c.gone > $3::date
	), begun as (
		select c.*, estimated_value::numeric * quantity as now,
			case when not came and was is not null then 'then' when came then 'bought' else 'first' end as kind,
			case when came and cost_amount is not null then cost_amount::numeric else coalesce(was, first, estimated_value)::numeric * quantity end as base,
			case when came and cost_amount is not null then cost_currency_code when was is not null then was_code else coalesce(first_code, value_currency_code) end as base_code
		from known c
	)
	select ` + of + ` as collection_id, p.kind, p.code, sum(p.copies)::bigint as copies, sum(p.amount)::text as amount
	from ` + from + ` cross join lateral (values
		(c.kind, c.base_code, 1, c.base),
		('market', c.value_currency_code, case when c.now <> c.base or c.value_currency_code <> c.base_code then 1 else 0 end, c.now),
		('market', c.base_code, 0, -c.base),
		(case when c.gone is null then 'now' else 'gone' end, c.value_currency_code, 1, c.now),
		(case when c.gone is not null then 'brought' end, c.cost_currency_code, 0, c.proceeds_amount::numeric)
	) p (kind, code, copies, amount) where p.kind is not null and p.code is not null and p.amount is not null group by 1, 2, 3`
}

type changedSum struct {
	CollectionID int64 // 0 unless asked
	Kind, Code   string
	Copies       int64
	Amount       string
}

// ValueChange is what changed the values since a day, in the currency of the series.
func ValueChange(ctx context.Context, r engine.Reader, in catalog.ValueSeriesInput, since time.Time) (catalog.ValueChange, error) {
	found, err := valueChanges(ctx, r, in, since, false)
	return found[0], err
}

// ValueChanges is the same of each collection.
func ValueChanges(ctx context.Context, r engine.Reader, in catalog.ValueSeriesInput, since time.Time) (map[int64]catalog.ValueChange, error) {
	return valueChanges(ctx, r, in, since, true)
}

// KnownValueChange is that of the account if it is cached, else nil.
func KnownValueChange(ctx context.Context, r engine.Reader, since time.Time) (*catalog.ValueChange, error) {
	found, err := known[map[int64]catalog.ValueChange](ctx, r, changeSince(r.CollectionIDs(), catalog.ValueSeriesInput{}, since, false))
	if found == nil {
		return nil, err
	}
	return new((*found)[0]), err
}

func changeSince(only []int64, in catalog.ValueSeriesInput, since time.Time, byCollection bool) string {
	return fmt.Sprint("change ", only != nil, only, in.CurrencyCode, since, byCollection)
}

func valueChanges(ctx context.Context, r engine.Reader, in catalog.ValueSeriesInput, since time.Time, byCollection bool) (map[int64]catalog.ValueChange, error) {
	only := within(r, in.CollectionID)
	return computed(ctx, engine.Narrowed(r), only, changeSince(only, in, since, byCollection), func(now circumstances) (found map[int64]catalog.ValueChange, _ int, err error) {
		err = engine.Survey(ctx, engine.Narrowed(r), engine.Inquiry{Queue: func(b *pgx.Batch) {
			b.Queue(seriesCurrency, r.AccountID(), in.CollectionID)
			b.Queue(now.selection(only).changed(byCollection), r.AccountID(), only, since)
		}, Read: func(answers pgx.BatchResults) error {
			about, err := engine.Last[seriesSubject](answers, 1)
			if err != nil {
				return err
			}
			code := about.CurrencyCode
			if in.CurrencyCode != "" {
				code = in.CurrencyCode
			}
			sums, err := engine.Rows[changedSum](answers)
			of := map[int64][]changedSum{}
			for _, s := range sums {
				of[s.CollectionID] = append(of[s.CollectionID], s)
			}
			found = map[int64]catalog.ValueChange{}
			for id, sums := range of {
				found[id] = changeOf(code, now.rates, sums)
			}
			return err
		}})
		return found, 4096 * (1 + len(found)), err
	})
}

func changeOf(code string, rates catalog.Rates, found []changedSum) (c catalog.ValueChange) {
	parts, copies := map[string][]catalog.Sum{}, map[string]int64{}
	for _, s := range found {
		amount, _ := new(big.Int).SetString(s.Amount, 10)
		copies[s.Kind] += s.Copies
		if amount.Sign() != 0 {
			parts[s.Kind] = append(parts[s.Kind], catalog.Sum{CurrencyCode: s.Code, Amount: amount})
		}
	}
	in := func(kind string) catalog.Money { return catalog.NewMoney(code, rates, parts[kind]...) }
	return catalog.ValueChange{Then: in("then"), Now: in("now"), Bought: in("bought"), Gone: in("gone"), First: in("first"), Market: in("market"), Brought: in("brought"),
		BoughtCount: copies["bought"], GoneCount: copies["gone"], FirstCount: copies["first"], MarketCount: copies["market"]}
}
