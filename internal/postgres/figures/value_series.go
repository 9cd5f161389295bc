package figures

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

// valueSpans sums values of copies over spans of the days $3, for the copies of figures. A copy knows
// its newest valuation, and each other one the day of the next: valuations superseded before the first
// day are not read. Amounts times small quantities fit into a bigint, whose sums are fast.
func (s selection) valueSpans() string {
	return `
	with spans as (
		select c.value_currency_code as code, c.estimated_value as amount, c.quantity, greatest(c.valued_at, c.acquired_at) as since, ` + goneAt + ` as until
		from ` + s.copies() + ` and c.valued_at is not null
		union all
		select c.currency_code, c.amount, c.quantity, greatest(c.counted_at, c.acquired_at), least(` + goneAt + `, c.superseded_at)
		from (
			select c.*, v.currency_code, v.amount, v.valued_at as counted_at, v.superseded_at
			from (select c.* from ` + s.copies() + `) c join valuations v on v.account_id = $1 and v.copy_id = c.id and v.superseded_at > ($3::date[])[1]
		) c
	)
	select code, width_bucket(since - 1, $3::date[]) as first, coalesce(width_bucket(until - 1, $3::date[]), cardinality($3::date[])) as beyond, count(*) as copies,
		(coalesce(sum(amount * quantity) filter (where quantity <= 9000), 0) + coalesce(sum(amount::numeric * quantity) filter (where quantity > 9000), 0))::text as value
	from spans group by 1, 2, 3`
}

// goneAt is the first day on which a copy was no longer held.
const goneAt = `case when c.disposed_at is not null then c.disposed_at when not ` + inventory.IsHeld + ` then coalesce(c.ceased_at, c.updated_at::date) end`

// insuredSpans is the same for insured sums while copies were held. Expired records counted until
// their end; records with other statuses never count.
func (s selection) insuredSpans() string {
	return `
	with cover as (
		select r.currency_code as code, r.insured_value as amount, greatest(r.starts_at, c.acquired_at) as since,
			least(r.ends_at + 1, c.gone, case when r.status = 'expired' then ` + inventory.Today + ` end) as until
		from (select c.id, c.acquired_at, ` + goneAt + ` as gone from ` + s.copies() + `) c join insurance_records r on r.account_id = $1 and r.copy_id = c.id
		where r.status = 'active' or r.status = 'expired' and r.ends_at is not null
	)
	select code, coalesce(width_bucket(since - 1, $3::date[]), 0) as first, coalesce(width_bucket(until - 1, $3::date[]), cardinality($3::date[])) as beyond,
		count(*) as copies, sum(amount)::text as value
	from cover group by 1, 2, 3`
}

// paidSpans is the same for what copies cost while they were held, from the day they came.
func (s selection) paidSpans() string {
	return `
	select code, width_bucket(since - 1, $3::date[]) as first, coalesce(width_bucket(until - 1, $3::date[]), cardinality($3::date[])) as beyond,
		count(*) as copies, sum(amount)::text as value
	from (select c.cost_currency_code as code, c.cost_amount as amount, coalesce(c.acquired_at, c.created_at::date) as since, ` + goneAt + ` as until
		from ` + s.copies() + ` and c.cost_amount > 0 and c.cost_currency_code is not null) paid group by 1, 2, 3`
}

type span struct {
	Code          string
	First, Beyond int
	Copies        int64
	Value         string
}

// valueSeries are values on some days, which ascend, at the rates of these days.
type valueSeries struct {
	days, rated []time.Time
	spans       func(selection) string
	found       []span
	rates       []dayRate
}

func newValueSeries(days []time.Time) *valueSeries {
	s := &valueSeries{days: days, rated: slices.Clone(days), spans: selection.valueSpans}
	for i, day := range days {
		if day.After(inventory.ThisDay()) { // nothing is known of days to come
			s.rated[i] = inventory.ThisDay()
		}
	}
	return s
}

// insured is the series of insured sums. Future days show what is active today.
func (s *valueSeries) insured() *valueSeries {
	s.spans, s.days = selection.insuredSpans, s.rated
	return s
}

func (s *valueSeries) queue(b *pgx.Batch, account int64, of selection) {
	b.Queue(s.spans(of), account, of.only, s.days)
	b.Queue(`select d.day, r.* from (select distinct unnest($2::date[]) as day) d cross join lateral (`+inventory.CountingRates(`d.day`)+`) r`, account, s.rated)
}

func (s *valueSeries) read(answers pgx.BatchResults) (err error) {
	if s.found, err = engine.Rows[span](answers); err != nil {
		return err
	}
	s.rates, err = engine.Rows[dayRate](answers)
	return err
}

// in converts the spans at the rates of each day.
func (s *valueSeries) in(code string) []catalog.ValuePoint {
	at := map[int64][]catalog.Rate{}
	for _, r := range s.rates {
		at[r.Day.Unix()] = append(at[r.Day.Unix()], catalog.Rate{Base: r.Base, CurrencyCode: r.CurrencyCode, Rate: r.Rate, Date: r.Date})
	}
	sums := s.sums()
	all := make([]catalog.ValuePoint, len(s.days))
	for i, day := range s.days {
		rates := catalog.NewRates(s.rated[i], at[s.rated[i].Unix()])
		all[i] = catalog.ValuePoint{Date: day, Value: catalog.NewMoney(code, rates, sums[i]...)}
	}
	return all
}

type dayRate struct {
	Day                time.Time
	Base, CurrencyCode string
	Rate               string
	Date               time.Time
}

// sums are the sums of each day: spans that begin are added, those that end are subtracted.
func (s *valueSeries) sums() [][]catalog.Sum {
	changes := map[string][]step{}
	for _, of := range s.found {
		if of.First >= of.Beyond {
			continue
		}
		if changes[of.Code] == nil {
			changes[of.Code] = make([]step, len(s.days)+1)
		}
		amount, _ := new(big.Int).SetString(of.Value, 10)
		changes[of.Code][of.First].add(of.Copies, amount)
		changes[of.Code][of.Beyond].add(-of.Copies, new(big.Int).Neg(amount))
	}
	all := make([][]catalog.Sum, len(s.days))
	for _, code := range slices.Sorted(maps.Keys(changes)) {
		now := step{}
		for day := range s.days {
			if at := changes[code][day]; at.amount != nil {
				now.add(at.copies, at.amount)
			}
			if now.copies > 0 {
				all[day] = append(all[day], catalog.Sum{CurrencyCode: code, Amount: new(big.Int).Set(now.amount)})
			}
		}
	}
	return all
}

// step is the change of a sum on a day.
type step struct {
	copies int64
	amount *big.Int
}

func (t *step) add(copies int64, amount *big.Int) {
	if t.amount == nil {
		t.amount = new(big.Int)
	}
	t.copies += copies
	t.amount.Add(t.amount, amount)
}

// ValueSeries is the value of the copies on some days, at the rates of those days.
func ValueSeries(ctx context.Context, r engine.Reader, in catalog.ValueSeriesInput, days []time.Time) (catalog.ValueSeries, error) {
	return readValueSeries(ctx, r, "series ", newValueSeries(days), in)
}

// PaidSeries is what the copies held on some days have cost.
func PaidSeries(ctx context.Context, r engine.Reader, in catalog.ValueSeriesInput, days []time.Time) (catalog.ValueSeries, error) {
	paid := newValueSeries(days)
	paid.spans = selection.paidSpans
	return readValueSeries(ctx, r, "paid series ", paid, in)
}

// InsuredSeries is the insured sum of the copies on some days.
func InsuredSeries(ctx context.Context, r engine.Reader, in catalog.ValueSeriesInput, days []time.Time) (catalog.ValueSeries, error) {
	found, err := readValueSeries(ctx, r, "insured series ", newValueSeries(days).insured(), in)
	found.Points = slices.Clone(found.Points)
	for i := range found.Points {
		found.Points[i].Date = days[i]
	}
	return found, err
}

func readValueSeries(ctx context.Context, r engine.Reader, what string, of *valueSeries, in catalog.ValueSeriesInput) (catalog.ValueSeries, error) {
	only, days := within(r, in.CollectionID), of.days
	what += fmt.Sprint(only != nil, only, in.CurrencyCode, days[0], days[len(days)-1], len(days))
	return computed(ctx, engine.Narrowed(r), only, what, func(now circumstances) (catalog.ValueSeries, int, error) {
		found := catalog.ValueSeries{}
		err := engine.Survey(ctx, engine.Narrowed(r), engine.Inquiry{Queue: func(b *pgx.Batch) {
			b.Queue(seriesCurrency, r.AccountID(), in.CollectionID)
			of.queue(b, r.AccountID(), now.selection(only))
		}, Read: func(answers pgx.BatchResults) error {
			about, err := engine.Last[seriesSubject](answers, 1)
			if err != nil {
				return err
			}
			found = catalog.ValueSeries{ID: about.ID, CurrencyCode: about.CurrencyCode}
			if in.CollectionID != nil {
				found.ID = *in.CollectionID
			}
			if in.CurrencyCode != "" {
				found.CurrencyCode = in.CurrencyCode
			}
			if err := of.read(answers); err != nil {
				return err
			}
			found.Points = of.in(found.CurrencyCode)
			return nil
		}})
		return found, 1024 * len(days), err
	})
}

// seriesCurrency is the currency of the collection $2, or else of the account.
const seriesCurrency = `
	select a.id, coalesce((select currency from collections where account_id = $1 and id = $2), a.currency) as currency_code from accounts a where a.id = $1`

type seriesSubject struct {
	ID           int64
	CurrencyCode string
}

// within are the collections of a filter that the caller may see; nil means all.
func within(r engine.Reader, collection *int64) []int64 {
	switch {
	case collection == nil:
		return r.CollectionIDs()
	case r.CollectionIDs() != nil && !slices.Contains(r.CollectionIDs(), *collection):
		return []int64{}
	}
	return []int64{*collection}
}
