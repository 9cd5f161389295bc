package api

import (
	"context"
	"strings"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
)

var valueRoutes = []route{
	read(member, "GET /api/value", getSeries, one(valueSeries)),
}

func getSeries(ctx context.Context, r postgres.Reader, req *request) (catalog.ValueSeries, error) {
	f := filter{query: req.query()}
	in := catalog.SeriesInput{
		CollectionID: f.id("collection_id"),
		From:         f.month("from"),
		To:           f.month("to"),
		Interval:     f.oneOf("interval", catalog.Intervals),
		CurrencyCode: strings.ToUpper(f.text("currency_code")),
	}
	catalog.KnownCurrency(&f.wrong, "currency_code", &in.CurrencyCode)
	if err := f.wrong.Err(); err != nil {
		return catalog.ValueSeries{}, err
	}
	days, err := in.Days(req.today())
	if err != nil {
		return catalog.ValueSeries{}, err
	}
	return r.ValueSeries(ctx, in, days)
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

func valueSeries(s catalog.ValueSeries) resource {
	points := make([]nested, len(s.Points))
	for i, p := range s.Points {
		points[i] = nested{{"date", p.Date}, {"value", money(p.Value)}}
	}
	return resource{kind: "value_series", id: s.ID, self: "/api/value", attributes: attributes{{"currency_code", s.CurrencyCode}, {"points", points}}}
}
