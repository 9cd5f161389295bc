package shelf

import (
	"math/big"
	"net/url"
	"slices"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/web/ui"
)

// Worth is the page of values.
type Worth struct {
	Range, Collection string
	Totals            catalog.Totals
	Chart             ui.Chart
	Shares            []WorthShare
	Places            []catalog.NamedValue
	Top               []catalog.NamedValue // of a collection

	Movers     catalog.Movers
	Stale      catalog.Page[catalog.Copy]
	StaleSince time.Time
	Items      map[int64]catalog.CopyItem // of the stale copies
}

// here is the address of the page as it is.
func (w Worth) here() string { return w.path(w.Range) }

// revalue is where a copy is valued, and the page is shown again.
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

// WorthShare is what a collection is worth.
type WorthShare struct {
	catalog.CollectionLink
	Value   catalog.Money
	Percent int64 // of the greatest
}

// WorthShares are what collections are worth, the greatest first, and at the end those
// of which nothing is valued. Those of different currencies are compared by nothing:
// they keep their order.
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
