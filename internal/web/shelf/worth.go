package shelf

import (
	"context"
	"math/big"
	"net/http"
	"net/url"
	"slices"
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

// staleShown is how many copies without a valuation in the last year are shown at once.
const staleShown = 8

// value shows the value of the account, or of a collection, over time.
func value(v *page.Visit) error {
	shown := Worth{Range: v.Param("range"), Collection: v.Param("collection")}
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
	var series, insured, paid catalog.ValueSeries
	shown.StaleSince, shown.Since = now.AddDate(-1, 0, 0), days[0]
	ctx := page.Sums(v)
	err = v.Together(func(r postgres.Reader) (err error) {
		series, err = figures.ValueSeries(ctx, r, in, days)
		return err
	}, func(r postgres.Reader) (err error) {
		insured, err = figures.InsuredSeries(ctx, r, in, days)
		return err
	}, func(r postgres.Reader) (err error) {
		paid, err = figures.PaidSeries(ctx, r, in, days)
		return err
	}, func(r postgres.Reader) (err error) {
		if in.CollectionID == nil {
			shown.Changes, err = figures.ValueChanges(ctx, r, in, days[0])
		}
		return err
	}, func(r postgres.Reader) (err error) {
		shown.Movers, err = figures.Movers(ctx, r, in, days[0])
		return err
	}, func(r postgres.Reader) (err error) {
		shown.Change, err = figures.ValueChange(ctx, r, in, days[0])
		return err
	}, func(r postgres.Reader) error {
		if err := shown.add(ctx, r, in.CollectionID); err != nil {
			return err
		}
		stale := catalog.CopyFilter{CollectionID: in.CollectionID, Held: true, ValuedBefore: &shown.StaleSince, Sort: "valued_at"}
		var err error
		shown.Stale, err = inventory.Copies(v.Context(), r, stale, catalog.Paging{Number: 1, PerPage: staleShown, After: v.Param("after")})
		return err
	})
	if shown.Later, err = page.Later(err); err != nil {
		return err
	}
	shown.Chart = ui.NewChart(series.CurrencyCode, series.Points, in.Interval == "year").Covered(insured.Points).Bought(paid.Points).Begun()
	if shown.Items, err = page.CopyItems(v, shown.Stale.Items); err != nil {
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

// add reads the figures of the account, or of a collection.
func (w *Worth) add(ctx context.Context, r postgres.Reader, collection *int64) error {
	if collection == nil {
		board, err := figures.Dashboard(ctx, r)
		w.Totals, w.Places = board.Totals, board.ValueByLocation
		return err
	}
	found, err := figures.Statistics(ctx, r, *collection)
	w.Totals, w.Places, w.Top = found.Totals, found.ValueByLocation, found.TopItems
	return err
}

// shares are the values of the collections in the menu.
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

// Worth is the page of values.
type Worth struct {
	Later             bool // a second request adds them up
	Range, Collection string
	Totals            catalog.Totals
	Chart             ui.Chart
	Shares            []WorthShare
	Places            []catalog.NamedValue
	Top               []catalog.NamedValue // of a collection

	Change     catalog.ValueChange
	Changes    map[int64]catalog.ValueChange // of each collection, unless one is chosen
	Since      time.Time                     // of the change
	Movers     catalog.Movers
	Stale      catalog.Page[catalog.Copy]
	StaleSince time.Time
	Items      map[int64]catalog.CopyItem // of the stale copies
}

// here is the address of the page.
func (w Worth) here() string { return w.path(w.Range) }

// revalue is the form that values a copy, and returns to this page.
func (w Worth) revalue(id int64) string {
	return ui.With(ui.CopyPath(id)+"/valuations/new", "to", w.here())
}

// path is the address of the page with another range.
func (w Worth) path(span string) string {
	query := url.Values{}
	if span != "" {
		query.Set("range", span)
	}
	if w.Collection != "" {
		query.Set("collection", w.Collection)
	}
	if len(query) == 0 {
		return "/value"
	}
	return "/value?" + query.Encode()
}

// WorthShare is the value of a collection.
type WorthShare struct {
	catalog.CollectionLink
	Value   catalog.Money
	Percent int64 // of the greatest
}

// WorthShares are the values of collections, the greatest first; those without valuations come last.
// Values in different currencies are not compared, and keep their order.
func WorthShares(links []catalog.CollectionLink, sums map[int64]catalog.Summary) []WorthShare {
	var all, none []WorthShare
	for _, link := range links {
		share := WorthShare{CollectionLink: link, Value: sums[link.ID].Value}
		if len(share.Value.Parts) == 0 {
			none = append(none, share)
		} else {
			all = append(all, share)
		}
	}
	if slices.ContainsFunc(all, func(s WorthShare) bool {
		return s.Value.Amount == nil || s.Value.CurrencyCode != all[0].Value.CurrencyCode
	}) {
		return append(all, none...)
	}
	slices.SortStableFunc(all, func(a, b WorthShare) int { return b.Value.Amount.Cmp(a.Value.Amount) })
	for i := range all {
		if most := all[0].Value.Amount; most.Sign() > 0 {
			all[i].Percent = new(big.Int).Div(new(big.Int).Mul(all[i].Value.Amount, big.NewInt(100)), most).Int64()
		}
	}
	return append(all, none...)
}
