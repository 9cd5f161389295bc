package engine

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
)

// Filter keeps the rows of a list whose ids the query finds. The test is the same condition for a row
// that was read already; a filter without a test always lists its ids.
type Filter struct {
	Query, Test string
	Frequent    string // proves cheaply that the query finds more than maxTotal rows; may be empty
	Within      bool   // the query finds only rows of the list's owner
	Once        bool   // the query finds each row once
	Loose       bool   // the query finds more than the test keeps
}

const (
	fewRows  = 1_000  // ids of a filter to look up one by one
	someRows = 20_000 // the same, after a walk that did not fill the page
	maxTotal = 10_000 // filtered lists are counted up to here

	maxExact = 400_000 // ids of the only filter of a page, counted by an index
)

// walkedRows are rows of a list to test in its order. Tests walk less, as their accounts have less.
var walkedRows = 20_000

// mostCounted is how far the list is counted: as far as the API does, unless the page wants less. A
// slightly longer list is counted whole; for others more rows are tested, so that a filter that keeps
// a tenth of them still settles the count.
func (l List) mostCounted() int  { return cmp.Or(l.most, maxTotal) }
func (l List) mostShort() int    { return 3 * l.mostCounted() }
func (l List) mostTested() int   { return 10 * l.mostCounted() }
func (l List) mostOfFilter() int { return l.mostCounted() + 500 }
func (l List) someOfFilter() int { return min(someRows, l.mostShort()) }

// Filtered is the statement for a filtered list, which itself picks the cheapest
// of three ways. If a filter finds few rows, all of them are tested (few). If
// every filter finds many, the list is read in its own order until the page is
// full (walked), since common rows turn up soon. If that does not fill the page,
// all rows that the filters find are fetched (many). A page that counts less than the
// API does not do so for the total: it says how many it has seen.
func (l List) Filtered(p catalog.Paging, page, total bool) string {
	parts := []string{l.rare(`rare`, fewRows), l.few(), l.rare(`rarer`, l.someOfFilter()), `scarce as materialized (select nth from rarer)`}
	if l.someOfFilter() < someRows {
		parts[3] = l.rare(`scarce`, someRows)
	}
	needed, most := `false`, strconv.Itoa(l.mostCounted()+1)
	if page {
		if l.Keyed != nil {
			parts = append(parts, l.Keyed.parts(l, p, ` and (select nth from rare) = 0`)...)
		}
		parts = append(parts, l.walked(p), l.walk(p))
		needed += ` or not (select settles from walk)`
		most = `(select case when settles then ` + most + ` end from walk)`
		if l.Unordered {
			most = l.size(p)
		}
	}
	if total {
		parts = append(parts, l.counted())
		needed += ` or not (select settles from counted)`
		if l.most > 0 {
			needed += ` and (select nth from rarer) > 0`
		}
	}
	parts = append(parts, l.many(needed, most))
	if page {
		parts = append(parts, l.paged(p))
	}
	return `with ` + strings.Join(parts, `, `)
}

// rare is the number of the first filter that finds at most so many rows, or 0.
func (l List) rare(name string, most int) string {
	nth := `0`
	for i, f := range slices.Backward(l.Filters) {
		if f.Test == "" {
			return name + ` as materialized (select ` + strconv.Itoa(i+1) + ` as nth)`
		}
		nth = `case when (select count(*) from (` + f.Query + ` limit ` + strconv.Itoa(most+1) + `) q) <= ` + strconv.Itoa(most) + ` then ` + strconv.Itoa(i+1) + ` else ` + nth + ` end`
	}
	return name + ` as materialized (select ` + nth + ` as nth)`
}

// chosen are the ids that this filter finds. PostgreSQL learns how many there are at most, and does not
// read a whole table for them.
func (l List) chosen(name string, most int) string {
	found := make([]string, len(l.Filters))
	for i, f := range l.Filters {
		found[i] = `select * from (` + f.Query + ` limit ` + strconv.Itoa(most) + `) q where (select nth from ` + name + `) = ` + strconv.Itoa(i+1)
	}
	return strings.Join(found, ` union all `)
}

// few are the rows of the rare filter that pass the others.
func (l List) few() string {
	return `few as materialized (select ` + l.Order.columns() + ` from ` + l.each(l.chosen(`rare`, fewRows)) + ` where ` + l.Conditions() + l.tests() + `)`
}

// walked are the rows of the page that the walk finds.
func (l List) walked(p catalog.Paging) string {
	if l.Keyed != nil {
		return `walked as materialized (` + l.Keyed.found(l, p) + `)`
	}
	return `walked as materialized (select ` + l.Order.columns() + ` from (
		select * from ` + l.Table.From() + ` where ` + l.Conditions() + l.Beyond + ` and (select nth from rare) = 0 order by ` + l.Order.SQL() + ` limit ` + strconv.Itoa(walkedRows+depth(p)) + `
		) ` + l.Table.As() + ` where true` + l.tests() + ` order by ` + l.Order.SQL() + l.Limit(p) + `)`
}

// walk reports whether the walk sufficed: the page is full or the list has ended. By
// values only a full page suffices.
func (l List) walk(p catalog.Paging) string {
	if l.Keyed != nil {
		return `walk as materialized (select nth = 0 and (select count(*) from walked) = ` + l.size(p) + ` as settles from rare)`
	}
	return `walk as materialized (select nth = 0 and ((select count(*) from walked) = ` + l.size(p) + ` or not exists (
		select from ` + l.Table.From() + ` where ` + l.Conditions() + l.Beyond + ` order by ` + l.Order.SQL() + ` limit 1 offset ` + strconv.Itoa(walkedRows+depth(p)) + `)) as settles from rare)`
}

// depth is how many more rows are walked for a numbered page.
func depth(p catalog.Paging) int {
	if p.After == "" && p.Offset() > 0 {
		return maxTotal
	}
	return 0
}

// plain reports whether the filters alone say which rows of the owner the list has.
func (l List) plain() bool {
	for _, f := range l.Filters {
		if !f.Within || f.Loose {
			return false
		}
	}
	return l.Of != 0 && len(l.Where) == 2
}

// exactly reports whether the first page of a list counts further than the API: an index counts its only filter.
func (l List) exactly(p catalog.Paging) bool {
	return l.most > 0 && p.After == "" && p.Offset() == 0 && len(l.Filters) == 1 && l.plain() && l.Filters[0].Once
}

// counted is the total if it is cheap: from the first ids of a single filter, or from the first rows
// of the list.
func (l List) counted() string {
	if len(l.Filters) == 1 && (len(l.Where) == 1 || len(l.Where) == 2 && l.Of != 0 && l.Filters[0].Within) {
		return l.listed(l.Filters[0]) + `, ` + l.short() + `, counted as materialized (select * from listed where settles
			union all select * from (` + l.countedRows() + ` offset 0) q where not (select settles from listed))`
	}
	return l.short() + `, counted as materialized (` + l.countedRows() + `)`
}

// listed is the total by the first ids of a filter, which may repeat.
func (l List) listed(f Filter) string {
	most, ids := strconv.Itoa(l.mostCounted()), strconv.Itoa(l.mostOfFilter())
	counted := `select count(distinct found_id) as n, count(distinct found_id) > ` + most + ` or count(*) <= ` + ids + ` as settles
		from (` + f.Query + ` limit ` + ids + ` + 1) q (found_id)`
	if f.Frequent == "" {
		return `listed as materialized (` + counted + `)`
	}
	return `frequent as materialized (select ` + f.Frequent + ` as proved), listed as materialized (
		select ` + most + ` + 1 as n, true as settles from frequent where proved
		union all select * from (` + counted + ` offset 0) q where not (select proved from frequent))`
}

// short reports whether the list is short enough to be counted row by row.
func (l List) short() string {
	return `short as materialized (select not exists (select from ` + l.Table.From() + ` where ` + l.Conditions() + ` order by ` + l.Table.As() + `.id limit 1 offset ` + strconv.Itoa(l.mostShort()) + `) as really)`
}

// countedRows counts the rows that pass the filters, if the list is short or no
// filter is rare.
func (l List) countedRows() string {
	const worthWhile = `((select really from short) or (select nth from rarer) = 0)`
	return `select count(*) as n, ` + worthWhile + ` and (count(*) > ` + strconv.Itoa(l.mostCounted()) + ` or (select really from short)) as settles from (select from (
		select * from ` + l.Table.From() + ` where ` + l.Conditions() + ` and ` + worthWhile + ` order by ` + l.Table.As() + `.id limit ` + strconv.Itoa(l.mostTested()) + `
		) ` + l.Table.As() + ` where true` + l.tests() + ` limit ` + strconv.Itoa(l.mostCounted()+1) + `) q`
}

// many are all rows that pass all filters, if they are needed. Intersecting the ids of three filters
// leaves few; testing the others is cheaper. For the total alone it stops at the limit.
func (l List) many(needed, most string) string {
	const intersected = 3
	var found []string
	for _, f := range l.Filters[:min(len(l.Filters), intersected)] {
		found = append(found, `(`+f.Query+`)`)
	}
	all := `select * from (` + strings.Join(found, ` intersect `) + `) q where (select nth from scarce) = 0`
	return `many as materialized (select ` + l.Order.columns() + ` from ` + l.each(l.chosen(`scarce`, someRows)+` union all `+all) + `
		where ` + l.Conditions() + ` and (select nth from rare) = 0 and (` + needed + `)` + l.tests() + ` limit ` + most + `)`
}

// paged are the rows of the page, from whichever way was taken.
func (l List) paged(p catalog.Paging) string {
	return `page as materialized (select * from walked where (select settles from walk) union all (
		select * from (select * from few union all select * from many) ` + l.Table.As() + ` where not (select settles from walk)` + l.Beyond + ` order by ` + l.Order.SQL() + l.Limit(p) + `))`
}

// each looks up rows one by one, whatever the planner estimates.
func (l List) each(ids string) string {
	return `(select distinct found_id from (` + ids + `) q (found_id)) found
		cross join lateral (select ` + l.Row() + ` from ` + l.Table.Name + ` shown where account_id = $1 and id = found_id offset 0) ` + l.Table.As()
}

// tests is the condition that a row passes every filter with a test.
func (l List) tests() string {
	var tests strings.Builder
	for _, f := range l.Filters {
		if f.Test != "" {
			tests.WriteString(` and ` + f.Test)
		}
	}
	return tests.String()
}

// total is the SQL of the total; it follows Filtered. A negative one is how many a page has seen of
// more, if it is cheap to know no better.
func (l List) total(p catalog.Paging, page bool) string {
	if l.exactly(p) {
		most := strconv.Itoa(maxExact)
		return `select case when n > ` + most + ` then -` + most + ` else n end from (select count(*) as n from (` + l.Filters[0].Query + ` limit ` + most + ` + 1) q) q`
	}
	total := `select case when (select nth from rare) > 0 then (select count(*) from few)
		when (select settles from counted) then (select n from counted)`
	switch {
	case l.most == 0:
		return total + ` else (select count(*) from many) end`
	case !page:
		return total + ` when (select nth from rarer) > 0 then (select count(*) from many) else -(select n from counted) end`
	}
	return total + ` when (select nth from rarer) > 0 or not (select settles from walk) then (select count(*) from many)
		when (select count(*) from walked) < ` + l.size(p) + ` then (select count(*) from walked)
		else -greatest((select n from counted), (select count(*) from walked)) end`
}
