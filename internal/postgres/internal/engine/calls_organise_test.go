package engine_test

import (
	"fmt"
	"time"

	"vitrine/internal/catalog"
)

// organise are the reads of categories, sets, series and tags.
func organise(a account) []call {
	two := []int64{a.nth(1), a.nth(2)}
	tags := func(how string, f catalog.TagFilter) call { return list("Tags", how, 0, f) }
	return []call{
		get("Tag", a.nth(1)), tags("", catalog.TagFilter{}), tags(" by name", catalog.TagFilter{Sort: "name"}), tags(" by creation", catalog.TagFilter{Sort: "-created_at"}),
		tags(" with a word", catalog.TagFilter{Search: words("tag", "7")}), list("ItemTags", "", few, a.nth(1)),
		get("Category", a.nth(1), a.nth(1)), list("Categories", "", 0, a.nth(1), catalog.Search{}), list("Categories", " with a word", 0, a.nth(1), words("category")),
		call{method: "CategoryTree", args: []any{a.nth(1)}},
		get("Set", a.nth(1)), list("Sets", "", 0, catalog.SetFilter{}), list("Sets", " of a collection", 0, catalog.SetFilter{CollectionID: new(a.nth(1)), Search: words("set")}),
		get("Policy", a.nth(1)), list("Policies", "", 0, catalog.PolicyFilter{}),
		list("Policies", " of a copy", 0, catalog.PolicyFilter{Status: "active", EndsBefore: new(time.Now()), CollectionID: new(a.nth(2)), LocationID: new(a.nth(2)), CopyID: new(a.nth(1))}),
		list("GapCopies", "", 0, catalog.GapFilter{Kind: "above"}), list("PolicyCopies", "", 0, a.nth(1), new(true)), call{method: "PolicyFigures", args: []any{[]catalog.Policy{{ID: a.nth(1)}}}},
		call{method: "CountedPolicies", args: []any{catalog.Page[catalog.Policy]{Items: []catalog.Policy{{ID: a.nth(2)}}}}},
		get("Series", a.nth(1)), list("AllSeries", "", 0, catalog.Search{}), list("AllSeries", " with a word", 0, words("series")),
		call{method: "TagSummaries", args: []any{two}}, call{method: "CategorySummaries", args: []any{two}}, call{method: "SetSummaries", args: []any{two}}, call{method: "SetParts", args: []any{a.nth(1)}}, call{method: "SeriesSummaries", args: []any{two}},
	}
}

// sorted lists items and copies by category, set, series and tag.
func sorted(a account) (all []call) {
	first := catalog.IDFilter{Asked: true, ID: new(a.nth(1))}
	leaf, none := catalog.IDFilter{Asked: true, ID: new(a.nth(150))}, catalog.IDFilter{Asked: true}
	for _, f := range []struct {
		name string
		most int64
		catalog.SortedBy
	}{
		{" in a category", 0, catalog.SortedBy{CategoryID: first}},
		{" in a leaf and below", few, catalog.SortedBy{CategoryID: leaf, Nested: true}},
		{" in a category and below", 0, catalog.SortedBy{CategoryID: first, Nested: true}},
		{" in no category", 0, catalog.SortedBy{CategoryID: none}},
		{" of a set", 0, catalog.SortedBy{SetID: first}},
		{" of no set", 0, catalog.SortedBy{SetID: none}},
		{" of a series", 0, catalog.SortedBy{SeriesID: first}},
		{" of no series", few, catalog.SortedBy{SeriesID: none}},
		{" with a tag", 0, catalog.SortedBy{TagIDs: []int64{a.nth(1)}}},
		{" with a tag that no item has", few, catalog.SortedBy{TagIDs: []int64{a.nth(150)}}},
		{" with two tags", 0, catalog.SortedBy{TagIDs: []int64{a.nth(1), a.nth(150)}}},
		{" with one of two tags", 0, catalog.SortedBy{AnyTagIDs: []int64{a.nth(1), a.nth(2)}}},
		{" with everything", 0, catalog.SortedBy{CategoryID: first, SetID: first, SeriesID: first, TagIDs: []int64{a.nth(1)}, AnyTagIDs: []int64{a.nth(1)}}},
	} {
		all = append(all, list("Copies", f.name, f.most, catalog.CopyFilter{SortedBy: f.SortedBy}))
		for _, key := range []string{"", "name"} {
			how, in := fmt.Sprintf("%s, sorted by %q", f.name, key), catalog.ItemFilter{SortedBy: f.SortedBy, Sort: catalog.Sort{Key: key}}
			all = append(all, list("Items", how, f.most, in), list("ItemsOf", how, f.most, a.nth(1), in))
		}
	}
	for name, f := range map[string]catalog.WishFilter{" wanted": {Wanted: new(true)}, " not wanted": {Wanted: new(false)}, " wanted much": {Priority: "high"}} {
		all = append(all, list("Items", name, 0, catalog.ItemFilter{Wish: f}), list("ItemsOf", name, 0, a.nth(1), catalog.ItemFilter{Wish: f}))
	}
	later := new(time.Now().AddDate(1, 0, 0))
	return append(all, list("Items", " since then", few, catalog.ItemFilter{Since: later}), list("ItemsOf", " since then", few, a.nth(1), catalog.ItemFilter{Since: later}),
		list("Copies", " since then", few, catalog.CopyFilter{Since: later}))
}
