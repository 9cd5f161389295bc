package catalog

import (
	"slices"
	"strings"
)

// CopiesAsked selects items by their copies: one copy meets all that is asked.
type CopiesAsked struct {
	LocationID         IDFilter // with all inside it
	ConditionID        IDFilter
	Status             string
	ValueMin, ValueMax *int64 // of all its pieces
	Currency           string // of the values
}

// Asked reports whether the filter is set.
func (c CopiesAsked) Asked() bool {
	return c.LocationID.Asked || c.ConditionID.Asked || c.Status != "" || c.ValueMin != nil || c.ValueMax != nil
}

// FigureSorts are the figures of copies that a table of items can be sorted by. They are no orders of
// the API's lists: no index has them.
var FigureSorts = []string{"value", "paid", "gain"}

// FigureSort reads an order by a figure.
func FigureSort(typed string) (Sort, bool) {
	key, descending := strings.CutPrefix(typed, "-")
	return Sort{Key: key, Descending: descending}, slices.Contains(FigureSorts, key)
}

// ByFigure reports whether the order is by a figure.
func (s Sort) ByFigure() bool { return slices.Contains(FigureSorts, s.Key) }

// MostFigured is up to how many copies of a collection, or items of a list, are added up.
const MostFigured = 10_000

// Figures are sums over copies. Each is of the copies that it is known of.
type Figures struct {
	Items, Copies          int64
	Value, Paid, Gain      Money
	Valued, Bought, Judged int64 // copies whose value, price and gain are known
	More                   bool  // there are too many to add up
}

// ItemFigures are the figures of an item, and the names beside it.
type ItemFigures struct {
	Figures
	Places, Conditions, Statuses, Tags []string // each name once
	Set                                *string
}
