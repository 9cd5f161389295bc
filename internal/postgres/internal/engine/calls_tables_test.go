package engine_test

import (
	"slices"

	"vitrine/internal/catalog"
)

// tables list the items of a collection in every order of a table, and with every filter by copies, alone and
// beside another.
func tables(a account) (all []call) {
	asked := func(c catalog.CopiesAsked) catalog.ItemFilter {
		c.Currency = "EUR"
		return catalog.ItemFilter{Copies: c}
	}
	place, none, from := catalog.IDFilter{Asked: true, ID: new(a.nth(2))}, catalog.IDFilter{Asked: true}, catalog.Between{Min: new(int64(1)), Max: new(int64(5))}
	add := func(how string, most int64, f catalog.ItemFilter) {
		all = append(all, list("ItemsOf", ", a table"+how, most, a.nth(1), f))
	}
	for _, key := range slices.Concat(catalog.FigureSorts, catalog.NameSorts) {
		for _, sort := range []catalog.Sort{{Key: key}, {Key: key, Descending: true}} {
			f := asked(catalog.CopiesAsked{})
			f.Sort = sort
			add(" by "+sort.String(), 0, f)
			f.Copies.Status = "owned"
			add(" by "+sort.String()+" with a filter", 0, f)
		}
	}
	for how, c := range map[string]catalog.CopiesAsked{
		" at a location": {LocationID: place}, " nowhere": {LocationID: none}, " of a condition": {ConditionID: place}, " without one": {ConditionID: none},
		" worth so much": {Value: from}, " bought for": {Paid: from}, " with a gain": {Gain: from},
		" of a copy that is all": {LocationID: place, ConditionID: none, Status: "owned", Value: from},
	} {
		add(how, 0, asked(c))
	}
	add(" of a status that no copy has", few, asked(catalog.CopiesAsked{Status: "lost"}))
	return append(all, list("ItemsOf", ", a table of tags and a set", 0, a.nth(1), catalog.ItemFilter{SortedBy: catalog.SortedBy{TagIDs: []int64{a.nth(1), a.nth(2)}, SetID: catalog.IDFilter{Asked: true, ID: new(a.nth(1))}}}))
}
