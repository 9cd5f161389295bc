package shelf

import (
	"net/http"
	"strconv"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/figures"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var worthPages = []page.Row{
	page.Show("GET /value", "GET /api/value", value),
}

// ranges are how many months back a chart begins.
var ranges = map[string]int{"": 11, "5y": 59, "10y": 119, "all": 12*49 + 11}

// staleShown is how many copies are shown at once that were not valued for a year.
const staleShown = 8

// value is what the account, or one of its collections, was worth over time.
func value(v *page.Visit) error {
	shown := Worth{Range: v.Asked("range"), Collection: v.Asked("collection")}
	now := time.Now().UTC()
	in := catalog.ValueSeriesInput{Interval: "month"}
	var wrong fault.Invalid
	months, known := ranges[shown.Range]
	if !known {
		wrong.Addf("range", "The selected %s is invalid.")
	}
	if shown.Collection != "" {
		id, err := strconv.ParseInt(shown.Collection, 10, 64)
		if err != nil {
			wrong.Addf("collection", "The selected %s is invalid.")
		}
		in.CollectionID = &id
	}
	if err := wrong.Err(); err != nil {
		return err
	}
	in.From = new(time.Date(now.Year(), now.Month()-time.Month(months), 1, 0, 0, 0, 0, time.UTC))
	if months > 120 {
		in.Interval = "year"
	}
	days, err := in.Days(now)
	if err != nil {
		return err
	}
	var series, insured catalog.ValueSeries
	shown.StaleSince = now.AddDate(-1, 0, 0)
	err = v.Together(func(r postgres.Reader) (err error) {
		series, err = figures.ValueSeries(v.Context(), r, in, days)
		return err
	}, func(r postgres.Reader) (err error) {
		insured, err = figures.InsuredSeries(v.Context(), r, in, days)
		return err
	}, func(r postgres.Reader) (err error) {
		shown.Movers, err = figures.Movers(v.Context(), r, in, days[0])
		return err
	}, func(r postgres.Reader) (err error) {
		stale := catalog.CopyFilter{CollectionID: in.CollectionID, Held: true, ValuedBefore: &shown.StaleSince, Sort: "valued_at"}
		shown.Stale, err = inventory.Copies(v.Context(), r, stale, catalog.Paging{Number: 1, PerPage: staleShown, After: v.Asked("after")})
		return err
	}, func(r postgres.Reader) (err error) {
		if in.CollectionID == nil {
			board, err := figures.Dashboard(v.Context(), r)
			shown.Totals, shown.Places = board.Totals, board.ValueByLocation
			return err
		}
		found, err := figures.Statistics(v.Context(), r, *in.CollectionID)
		shown.Totals, shown.Places, shown.Top = found.Totals, found.ValueByLocation, found.TopItems
		return err
	})
	if err != nil {
		return err
	}
	shown.Chart = ui.NewChart(series.CurrencyCode, series.Points, in.Interval == "year").Covered(insured.Points).Begun()
	if shown.Items, err = copyItems(v, shown.Stale.Items); err != nil {
		return err
	}
	f, err := v.Frame("", "value")
	if err != nil {
		return err
	}
	if shown.Shares, err = shares(v, f); err != nil {
		return err
	}
	f.Title = f.T("value.title")
	return v.Render(http.StatusOK, WorthPage(f, shown))
}

// shares are what the collections of the menu are worth.
func shares(v *page.Visit, f ui.Frame) ([]WorthShare, error) {
	if len(f.Shell.Collections) == 0 {
		return nil, nil
	}
	reader, err := v.Reader()
	if err != nil {
		return nil, err
	}
	var ids []int64
	for _, c := range f.Shell.Collections {
		ids = append(ids, c.ID)
	}
	sums, err := inventory.CollectionSummaries(v.Context(), reader, ids)
	return WorthShares(f.Shell.Collections, sums), err
}
