package engine_test

import (
	"fmt"
	"time"

	"vitrine/internal/catalog"
)

// copies lists copies with each filter alone and some combined, in every order.
func copies(a account) (all []call) {
	first, leaf := a.nth(1), a.nth(2000)
	for _, f := range []struct {
		name string
		most int64
		catalog.CopyFilter
	}{
		{"", few, catalog.CopyFilter{}},
		{" of an item", few, catalog.CopyFilter{ItemID: &first}},
		{" with a status", 0, catalog.CopyFilter{Status: "loaned"}},
		{" at a place", 0, catalog.CopyFilter{LocationID: &first}},
		{" in a leaf and below", few, catalog.CopyFilter{LocationID: &leaf, Nested: true}},
		{" nowhere", 0, catalog.CopyFilter{Nowhere: true}},
		{" with an identifier", few, catalog.CopyFilter{Identifier: "Copy 7"}},
		{" of a collection", 0, catalog.CopyFilter{CollectionID: &first}},
		{" not valued lately", 0, catalog.CopyFilter{ValuedBefore: new(time.Now())}},
		{" not valued lately, by valuation", 0, catalog.CopyFilter{ValuedBefore: new(time.Now()), Held: true, Sort: "valued_at"}},
		{" in a condition", 0, catalog.CopyFilter{ConditionID: &first}},
		{" in no condition", 0, catalog.CopyFilter{Ungraded: true}},
		{" that are borrowed", few, catalog.CopyFilter{Borrowed: new(true)}},
		{" that are not borrowed", 0, catalog.CopyFilter{Borrowed: new(false)}},
		{" that are insured", 0, catalog.CopyFilter{Insured: "true"}},
		{" that are not insured", 0, catalog.CopyFilter{Insured: "false"}},
		{" that are partly insured", 0, catalog.CopyFilter{Insured: "partly"}},
		{" acquired between days", few, catalog.CopyFilter{AcquiredFrom: new(time.Now().AddDate(0, 0, -1)), AcquiredTo: new(time.Now())}},
		{" of a value", 0, catalog.CopyFilter{ValueMin: new(int64(5)), ValueMax: new(int64(9)), ValueCurrency: "EUR"}},
		{" with a word", few, catalog.CopyFilter{Search: words(fmt.Sprintf("c%d", a.nth(7)))}},
		{" with two words", 0, catalog.CopyFilter{Search: words(fmt.Sprintf("c%d", a.nth(7)), "item")}},
		{" with everything", 0, catalog.CopyFilter{Status: "owned", LocationID: &first, Nested: true, CollectionID: &first, Search: words("copy")}},
	} {
		all = append(all, list("Copies", f.name, f.most, f.CopyFilter))
	}
	for _, sort := range catalog.CopySorts {
		for _, f := range []catalog.CopyFilter{{}, {Held: true}, {Search: words("copy")}} {
			f.Sort, f.ValueCurrency = sort, "EUR"
			all = append(all, list("Copies", ", sorted by "+sort, 0, f))
		}
	}
	return all
}
