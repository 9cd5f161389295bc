package api

import (
	"context"
	"strings"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/figures"
)

var valueRoutes = []route{
	read(member, "GET /api/value", including(getSeries, insuredBeside, moversBeside), one(valueSeries)),
}

func getSeries(ctx context.Context, r postgres.Reader, req *request) (catalog.ValueSeries, error) {
	in, days, err := seriesAsked(req)
	if err != nil {
		return catalog.ValueSeries{}, err
	}
	return figures.ValueSeries(ctx, r, in, days)
}

func seriesAsked(req *request) (catalog.ValueSeriesInput, []time.Time, error) {
	f := filter{query: req.query()}
	in := catalog.ValueSeriesInput{
		CollectionID: f.id("collection_id"),
		From:         f.month("from"),
		To:           f.month("to"),
		Interval:     f.oneOf("interval", catalog.Intervals),
		CurrencyCode: strings.ToUpper(f.text("currency_code")),
	}
	catalog.KnownCurrency(&f.wrong, "currency_code", &in.CurrencyCode)
	if err := f.wrong.Err(); err != nil {
		return in, nil, err
	}
	days, err := in.Days(req.today())
	return in, days, err
}

// insuredBeside adds the insured sums on the same days.
var insuredBeside = extra[catalog.ValueSeries]{"insured", func(ctx context.Context, r postgres.Reader, req *request, _ catalog.ValueSeries) (func(resource) any, error) {
	in, days, err := seriesAsked(req)
	if err != nil {
		return nil, err
	}
	found, err := figures.InsuredSeries(ctx, r, in, days)
	return func(resource) any { return points(found) }, err
}}

// moversBeside adds the copies whose value changed most since the first day.
var moversBeside = extra[catalog.ValueSeries]{"movers", func(ctx context.Context, r postgres.Reader, req *request, _ catalog.ValueSeries) (func(resource) any, error) {
	in, days, err := seriesAsked(req)
	if err != nil {
		return nil, err
	}
	found, err := figures.Movers(ctx, r, in, days[0])
	return func(resource) any {
		return nested{{"up", movers(found.Up)}, {"down", movers(found.Down)}, {"truncated", found.Truncated}}
	}, err
}}

func movers(all []catalog.Mover) []nested {
	shown := make([]nested, len(all))
	for i, m := range all {
		shown[i] = nested{{"copy_id", ref{&m.CopyID}}, {"copy_identifier", m.Identifier}, {"item_id", ref{&m.ItemID}}, {"item_name", m.ItemName}, {"currency_code", m.CurrencyCode},
			{"from", digits(m.Was)}, {"to", digits(m.Is)}, {"change", digits(m.Change)}, {"since", m.Since}, {"valued_at", m.ValuedAt}}
	}
	return shown
}

// month is a parameter such as 2026-01.
func (f *filter) month(name string) *time.Time {
	text := f.text(name)
	if text == "" {
		return nil
	}
	at, err := time.Parse("2006-01", text)
	if err != nil || at.Year() < 1 {
		f.wrong.Addf(name, "The %s field must be a month in the form YYYY-MM.")
		return nil
	}
	return &at
}

func points(s catalog.ValueSeries) []nested {
	shown := make([]nested, len(s.Points))
	for i, p := range s.Points {
		shown[i] = nested{{"date", p.Date}, {"value", money(p.Value)}}
	}
	return shown
}

func valueSeries(s catalog.ValueSeries) resource {
	return resource{kind: "value_series", id: s.ID, self: "/api/value", attributes: attributes{{"currency_code", s.CurrencyCode}, {"points", points(s)}}}
}
