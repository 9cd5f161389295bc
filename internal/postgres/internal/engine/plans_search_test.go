package engine_test

import (
	"fmt"
	"reflect"
	"slices"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// probed is the cost of finding that a word is not rare; counted is the limit of a total and a little more.
const probed, counted = 1_001, 10_501

// options are the fields whose options a search for words of items compares: one of each
// type of the large account, and some more.
const options = 1_010

// commonSearches look for words in all or many items of an account, and read copies in
// every order. The rows they touch do not depend on how many there are.
func commonSearches(a account) (all []call) {
	rare := fmt.Sprint(map[account]int64{large: 19_998, small: 18}[a])
	for _, key := range append([]string{""}, catalog.ItemSorts...) {
		for _, down := range []bool{false, true} {
			for _, f := range []struct {
				name string
				most int64
				catalog.Search
			}{
				{" with a common word", few + options + probed + counted, words("item")},
				{" with a word of many values", few + options + probed + counted, words("value")},
				{" with a common beginning", few + options + probed + counted, words("it")},
				{" with a choice of many" /* each is tested for its type */, few + options + 4*probed + 2*counted, words("b")},
				{" with a common and a rare word", few + options + probed, words("item", rare)},
			} {
				sorted := catalog.Sort{Key: key, Descending: down}
				all = append(all, list("Items", fmt.Sprintf("%s, sorted by %v", f.name, sorted), f.most, catalog.ItemFilter{Search: f.Search, Sort: sorted}))
			}
		}
	}
	for _, key := range []string{"value", "status", "set"} { // of which the items of the large account have one each
		for _, down := range []bool{false, true} {
			all = append(all, list("ItemsOf", ", a table sorted by "+key, few+200, a.nth(1), catalog.ItemFilter{Sort: catalog.Sort{Key: key, Descending: down}, Copies: catalog.CopiesAsked{Currency: "EUR"}}))
		}
	}
	for _, sort := range catalog.CopySorts {
		all = append(all, list("Copies", ", sorted by "+sort, few, catalog.CopyFilter{Sort: sort, ValueCurrency: "EUR"}))
	}
	// Values are tested in the rows of the items, not looked up one by one: 3,334 items
	// have the type in this collection, of 10,000.
	byValue := func(how string, most int64, v catalog.ValueFilter) {
		v.FieldID = a.field(2)
		all = append(all, list("ItemsOf", how, most, a.nth(1), catalog.ItemFilter{Values: []catalog.ValueFilter{v}, Sort: catalog.Sort{Key: "updated_at", Descending: true}}))
	}
	byValue(" with a value", few, catalog.ValueFilter{Text: "1"})
	byValue(" in a large range", probed+14_000, catalog.ValueFilter{Min: "10", Max: "900"})
	return all
}

// measureNext measures the first page of a list and the second, which counts the
// total itself.
func (s *session) measureNext(c call, who engine.Access) {
	s.Helper()
	page := func(p catalog.Paging) string {
		c.args = append(slices.Clone(c.args[:len(c.args)-1]), p)
		found := s.measure(c, who)
		if found == nil {
			return ""
		}
		return reflect.ValueOf(found).FieldByName("NextAfter").String()
	}
	after := page(catalog.Paging{Number: 1, PerPage: 10})
	c.most += probed
	page(catalog.Paging{Number: 1, PerPage: 10, After: after})
}

// searches look for objects of every kind. The names of some kinds are all compared.
func searches() (all []call) {
	for how, query := range map[string]string{" of a rare word": "19998", " of a letter": "i", " of two words": "item 1"} {
		all = append(all, call{method: "Search", how: how, args: []any{sought(query)}}, call{method: "Search", how: how + " by a restricted key", args: []any{sought(query)}, only: true})
	}
	for _, query := range []string{"19998", "itme value", "chosen 1974 place"} {
		in := sought(query)
		in.Search.Wide, in.Search.Forgiving = true, true
		all = append(all, call{method: "Search", how: " of a page for " + query, args: []any{in}})
	}
	return all
}

// insurance lists the records of the account.
func insurance(a account) (all []call) {
	for how, f := range map[string]catalog.InsuranceFilter{"": {}, " by end": {Sort: "ends_at"}, " of a copy": {CopyID: new(a.nth(1))}, " of a collection": {CollectionID: new(a.nth(1))}, " of a provider": {Status: "active", Provider: "Axa"}} {
		all = append(all, list("InsuredCopies", how, 0, f), call{method: "InsuranceSums", how: how, args: []any{f}})
	}
	return all
}

// sought is a search of everything.
func sought(query string) catalog.SearchInput {
	in := catalog.SearchInput{Query: query, Kinds: append([]string{catalog.TypeKind}, catalog.FoundKinds...)}
	if err := in.Validate(); err != nil {
		panic(err)
	}
	return in
}
