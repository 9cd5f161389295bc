package postgres

import (
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
)

// filter narrows a list down to the rows whose ids a query finds. The test says
// the same of a row that is at hand; a filter without one is always asked for
// its ids.
type filter struct {
	query, test string
	frequent    string // proves cheaply that the query finds more than maxTotal rows; may be empty
}

const (
	fewRows     = 1_000  // so many ids of a filter are looked at one by one
	someRows    = 20_000 // the same, when walking the list was of no use
	walkedRows  = 3_000  // so many rows of a list are looked at in its order
	countedRows = 30_000 // the same, to count them
	countedIDs  = 10_500 // so many ids of a filter are counted
	maxTotal    = 10_000 // so far a filtered list is counted
)

// A filtered list is read in the cheapest of three ways, which the statement
// finds out by itself. If one of its filters finds few rows, these are all looked
// at (few). If each finds many, the list is walked in its own order until the
// page is full (walked): what is common is soon met. Only if it is not met after
// so many rows are all rows fetched that the filters find (many).
func (l list) filtered(p catalog.Paging, page, total bool) string {
	parts := []string{l.rare(`rare`, fewRows), l.few(), l.rare(`rarer`, someRows)}
	needed := `false`
	if page {
		parts = append(parts, l.walked(p), l.walk(p))
		needed += ` or not (select settles from walk)`
	}
	if total {
		parts = append(parts, l.counted())
		needed += ` or not (select settles from counted)`
	}
	parts = append(parts, l.many(needed))
	if page {
		parts = append(parts, l.paged(p))
	}
	return `with ` + strings.Join(parts, `, `)
}

// rare is the first filter that finds so few rows, or 0.
func (l list) rare(name string, most int) string {
	nth := `0`
	for i, f := range slices.Backward(l.filters) {
		if f.test == "" {
			return name + ` as materialized (select ` + strconv.Itoa(i+1) + ` as nth)`
		}
		nth = `case when (select count(*) from (` + f.query + ` limit ` + strconv.Itoa(most+1) + `) q) <= ` + strconv.Itoa(most) + ` then ` + strconv.Itoa(i+1) + ` else ` + nth + ` end`
	}
	return name + ` as materialized (select ` + nth + ` as nth)`
}

// chosen are the ids that the chosen filter finds.
func (l list) chosen(name string) string {
	found := make([]string, len(l.filters))
	for i, f := range l.filters {
		found[i] = `select * from (` + f.query + `) q where (select nth from ` + name + `) = ` + strconv.Itoa(i+1)
	}
	return strings.Join(found, ` union all `)
}

// few are the rows that the rare filter finds and the others let pass.
func (l list) few() string {
	return `few as materialized (select ` + l.order.columns() + ` from ` + l.each(l.chosen(`rare`)) + ` where ` + l.where + l.tests() + `)`
}

// walked are the rows of the page, as far as a walk meets them.
func (l list) walked(p catalog.Paging) string {
	return `walked as materialized (select ` + l.order.columns() + ` from (
		select * from ` + l.table + ` where ` + l.where + l.beyond + ` and (select nth from rare) = 0 order by ` + l.order.sql() + ` limit ` + strconv.Itoa(walkedRows+depth(p)) + `
		) ` + l.alias() + ` where true` + l.tests() + ` order by ` + l.order.sql() + l.limit(p) + `)`
}

// walk tells whether the walk was enough: the page is full, or the list at its
// end.
func (l list) walk(p catalog.Paging) string {
	return `walk as materialized (select nth = 0 and ((select count(*) from walked) = ` + l.size(p) + ` or not exists (
		select from ` + l.table + ` where ` + l.where + l.beyond + ` order by ` + l.order.sql() + ` limit 1 offset ` + strconv.Itoa(walkedRows+depth(p)) + `)) as settles from rare)`
}

// depth is how much further the walk to a page with a number goes.
func depth(p catalog.Paging) int {
	if p.After == "" && p.Offset() > 0 {
		return maxTotal
	}
	return 0
}

// counted is the total, as far as it is cheaply known: from the first ids that a
// single filter finds, or from the first rows of the list.
func (l list) counted() string {
	if l.whole && len(l.filters) == 1 {
		return l.listed(l.filters[0]) + `, ` + l.short() + `, counted as materialized (select * from listed where settles
			union all select * from (` + l.countedRows() + ` offset 0) q where not (select settles from listed))`
	}
	return l.short() + `, counted as materialized (` + l.countedRows() + `)`
}

// listed is the total by the first ids of a filter, which may come several times.
func (l list) listed(f filter) string {
	most, ids := strconv.Itoa(maxTotal), strconv.Itoa(countedIDs)
	counted := `select count(distinct found_id) as n, count(distinct found_id) > ` + most + ` or count(*) <= ` + ids + ` as settles
		from (` + f.query + ` limit ` + ids + ` + 1) q (found_id)`
	if f.frequent == "" {
		return `listed as materialized (` + counted + `)`
	}
	return `frequent as materialized (select ` + f.frequent + ` as proved), listed as materialized (
		select ` + most + ` + 1 as n, true as settles from frequent where proved
		union all select * from (` + counted + ` offset 0) q where not (select proved from frequent))`
}

// short tells whether the list is short enough to be counted row by row.
func (l list) short() string {
	return `short as materialized (select not exists (select from ` + l.table + ` where ` + l.where + ` order by ` + l.alias() + `.id limit 1 offset ` + strconv.Itoa(countedRows) + `) as really)`
}

// countedRows counts the rows that the filters let pass, if that is worth while.
func (l list) countedRows() string {
	const worthWhile = `((select really from short) or (select nth from rarer) = 0)`
	return `select count(*) as n, ` + worthWhile + ` and (count(*) > ` + strconv.Itoa(maxTotal) + ` or (select really from short)) as settles from (select from (
		select * from ` + l.table + ` where ` + l.where + ` and ` + worthWhile + ` order by ` + l.alias() + `.id limit ` + strconv.Itoa(countedRows) + `
		) ` + l.alias() + ` where true` + l.tests() + ` limit ` + strconv.Itoa(maxTotal+1) + `) q`
}

// many are all rows that all filters find, if they are needed. The ids of some
// filters are enough to leave few: the others are cheaper to test.
func (l list) many(needed string) string {
	const intersected = 3
	var found []string
	for _, f := range l.filters[:min(len(l.filters), intersected)] {
		found = append(found, `(`+f.query+`)`)
	}
	all := `select * from (` + strings.Join(found, ` intersect `) + `) q where (select nth from rarer) = 0`
	return `many as materialized (select ` + l.order.columns() + ` from ` + l.each(l.chosen(`rarer`)+` union all `+all) + `
		where ` + l.where + ` and (select nth from rare) = 0 and (` + needed + `)` + l.tests() + `)`
}

// paged are the rows of the page, however they were found.
func (l list) paged(p catalog.Paging) string {
	return `page as materialized (select * from walked where (select settles from walk) union all (
		select * from (select * from few union all select * from many) ` + l.alias() + ` where not (select settles from walk)` + l.beyond + ` order by ` + l.order.sql() + l.limit(p) + `))`
}

// each looks at rows by their ids, whatever the planner thinks of the account.
func (l list) each(ids string) string {
	table, _, _ := strings.Cut(l.table, " ")
	return `(select distinct found_id from (` + ids + `) q (found_id)) found
		cross join lateral (select * from ` + table + ` where account_id = $1 and id = found_id offset 0) ` + l.alias()
}

// tests holds a row against all filters that can.
func (l list) tests() string {
	var tests strings.Builder
	for _, f := range l.filters {
		if f.test != "" {
			tests.WriteString(` and ` + f.test)
		}
	}
	return tests.String()
}

// filteredTotal is the SQL of the total, after what finds the rows.
const filteredTotal = `select case when (select nth from rare) > 0 then (select count(*) from few)
	when (select settles from counted) then (select n from counted) else (select count(*) from many) end`
