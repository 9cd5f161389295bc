package postgres

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
)

// valueByDay adds up, for each of the days $2, the copies that were held, each by the
// valuation that was the newest. $3 are the collections that count; null is all.
const valueByDay = `
	with spans as (
		select copy_id, amount, currency_code, valued_at, lag(valued_at) over (partition by copy_id order by valued_at desc, id desc) as until
		from valuations where account_id = $1
	)
	select d.day, s.currency_code, sum(s.amount::numeric * c.quantity)::text as value
	from spans s join copies c on c.account_id = $1 and c.id = s.copy_id
	join unnest($2::date[]) d (day) on d.day >= s.valued_at and (s.until is null or d.day < s.until) and (c.acquired_at is null or c.acquired_at <= d.day)
		and (c.disposed_at is null or d.day < c.disposed_at)
		and (c.disposed_at is not null or ` + held + ` or d.day < coalesce(c.ceased_at, c.updated_at::date))
	where $3::bigint[] is null or exists (select from items i where i.account_id = $1 and i.id = c.item_id and i.collection_id = any($3))
	group by 1, 2`

// ValueSeries is what the copies were worth on some days, at the rates of these days.
func (r Reader) ValueSeries(ctx context.Context, in catalog.SeriesInput, days []time.Time) (catalog.ValueSeries, error) {
	series := catalog.ValueSeries{}
	only := r.only
	if in.CollectionID != nil {
		only = []int64{*in.CollectionID}
		if r.only != nil && !slices.Contains(r.only, *in.CollectionID) {
			only = []int64{}
		}
	}
	rated := make([]time.Time, len(days))
	for i, day := range days {
		if rated[i] = day; day.After(thisDay()) { // nothing is known of days to come
			rated[i] = thisDay()
		}
	}
	err := r.narrowed().send(ctx, func(b *pgx.Batch) {
		b.Queue(`select a.id, coalesce((select currency from collections where account_id = $1 and id = $2), a.currency) as currency_code from accounts a where a.id = $1`, r.account, in.CollectionID)
		b.Queue(valueByDay, r.account, days, only)
		b.Queue(`select d.day, r.* from (select distinct unnest($2::date[]) as day) d cross join lateral (`+countingRates(`d.day`)+`) r`, r.account, rated)
	}, func(answers pgx.BatchResults) error {
		of, err := exactlyOne(rows[struct {
			ID           int64
			CurrencyCode string
		}](answers))
		if err != nil {
			return err
		}
		sums, err := rows[daySum](answers)
		if err != nil {
			return err
		}
		rates, err := rows[dayRate](answers)
		series = catalog.ValueSeries{ID: of.ID, CurrencyCode: of.CurrencyCode, Points: points(days, rated, of.CurrencyCode, in.CurrencyCode, sums, rates)}
		return err
	})
	if in.CollectionID != nil {
		series.ID = *in.CollectionID
	}
	if in.CurrencyCode != "" {
		series.CurrencyCode = in.CurrencyCode
	}
	return series, err
}

type daySum struct {
	Day          time.Time
	CurrencyCode string
	Value        string
}

type dayRate struct {
	Day                time.Time
	Base, CurrencyCode string
	Rate               string
	Date               time.Time
}

// points joins the sums of days with the rates of days.
func points(days, rated []time.Time, own, wanted string, sums []daySum, known []dayRate) []catalog.ValuePoint {
	if wanted == "" {
		wanted = own
	}
	of, at := map[int64][]catalog.Sum{}, map[int64][]catalog.Rate{}
	for _, s := range sums {
		if sum, ok := (summedCopies{CurrencyCode: &s.CurrencyCode, Value: &s.Value}).sum(); ok {
			of[s.Day.Unix()] = append(of[s.Day.Unix()], sum)
		}
	}
	for _, r := range known {
		at[r.Day.Unix()] = append(at[r.Day.Unix()], catalog.Rate{Base: r.Base, CurrencyCode: r.CurrencyCode, Rate: r.Rate, Date: r.Date})
	}
	all := make([]catalog.ValuePoint, len(days))
	for i, day := range days {
		rates := catalog.NewRates(rated[i], at[rated[i].Unix()])
		all[i] = catalog.ValuePoint{Date: day, Value: catalog.NewMoney(wanted, rates, of[day.Unix()]...)}
	}
	return all
}
