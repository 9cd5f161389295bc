package catalog

import (
	"slices"
	"strings"
)

// CopiesAsked selects items by their copies: one copy meets all that is asked of place, condition and
// status. Amounts are those of all copies together, as a table shows them.
type CopiesAsked struct {
	LocationID        IDFilter // with all inside it
	ConditionID       IDFilter
	Status            string
	Insured           string // true, false or partly, as of the list of copies
	Value, Paid, Gain Between
	Currency          string // of the amounts
}

// Between is a range of amounts; nil is no bound.
type Between struct{ Min, Max *int64 }

// Asked reports whether there is a bound.
func (b Between) Asked() bool { return b.Min != nil || b.Max != nil }

// Asked reports whether the filter is set.
func (c CopiesAsked) Asked() bool {
	return c.LocationID.Asked || c.ConditionID.Asked || c.Status != "" || c.Insured != "" || c.Value.Asked() || c.Paid.Asked() || c.Gain.Asked()
}

// Amounts are the ranges by figure.
func (c CopiesAsked) Amounts() map[string]Between {
	return map[string]Between{"value": c.Value, "paid": c.Paid, "gain": c.Gain}
}

// FigureSorts are the figures of copies that a table of items can be sorted by, and NameSorts what else of
// copies, tags and sets. They are no orders of the API's lists.
var (
	FigureSorts = []string{"value", "paid", "gain"}
	NameSorts   = []string{"place", "condition", "status", "tags", "set"}
)

// TableSort reads an order that only tables have.
func TableSort(typed string) (Sort, bool) {
	key, descending := strings.CutPrefix(typed, "-")
	s := Sort{Key: key, Descending: descending}
	return s, s.OfTable()
}

// ByFigure reports whether the order is by a figure.
func (s Sort) ByFigure() bool { return slices.Contains(FigureSorts, s.Key) }

// OfTable reports whether only tables have the order.
func (s Sort) OfTable() bool { return s.ByFigure() || slices.Contains(NameSorts, s.Key) }

// MostFigured is up to how many items of a list are added up.
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
	Places, Conditions, Statuses, Insured, Tags []string // each name once
	Set                                         *string
}
