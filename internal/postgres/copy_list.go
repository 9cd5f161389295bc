package postgres

import (
	"context"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
)

// copiesInTree finds the copies at a location and below it.
func copiesInTree(location string) filter {
	return filter{query: `
		with recursive tree as (
			select id from locations where account_id = $1 and id = ` + location + `
			union
			select l.id from tree cross join lateral (select id from locations where account_id = $1 and parent_id = tree.id offset 0) l
		) select c.id from tree cross join lateral (select id from copies where account_id = $1 and location_id = tree.id offset 0) c`}
}

// copiesValuedBefore finds the copies that were not valued since a day, or never.
func copiesValuedBefore(day string) filter {
	return filter{
		query: `select id from copies where account_id = $1 and valued_at < ` + day + `::date union all select id from copies where account_id = $1 and valued_at is null`,
		test:  `(c.valued_at < ` + day + `::date or c.valued_at is null)`,
	}
}

// copiesNamed finds the copies with one of some identifiers.
func copiesNamed(identifiers string) filter {
	return filter{query: `select id from copies where account_id = $1 and identifier = any(` + identifiers + `::text[])`, test: `c.identifier = any(` + identifiers + `::text[])`}
}

// copiesAcquired finds the copies that were acquired within some days.
func copiesAcquired(bounds string) filter {
	return filter{query: `select id from copies c where account_id = $1` + bounds, test: `(true` + bounds + `)`}
}

// coveredToday is the condition that an insurance record is in force.
const coveredToday = `status = 'active' and (starts_at is null or starts_at <= ` + today + `) and (ends_at is null or ends_at >= ` + today + `)`

// copiesInsured finds the copies that are covered today, or those that are not.
func copiesInsured(insured bool) filter {
	covered := `exists (select from insurance_records where account_id = $1 and copy_id = c.id and ` + coveredToday
	if !insured {
		return filter{query: `select id from copies c where account_id = $1 and not ` + covered + `)`, test: `not ` + covered + ` offset 0)`}
	}
	return filter{query: `select copy_id from insurance_records where account_id = $1 and ` + coveredToday, test: covered + ` offset 0)`}
}

// copiesWorth finds the copies whose value in a currency is within bounds.
func copiesWorth(currency, bounds string) filter {
	within := `c.estimated_value is not null and c.value_currency_code = ` + currency + bounds
	return filter{query: `select id from copies c where account_id = $1 and ` + within, test: `(` + within + `)`}
}

// worth is what a copy is worth with all its pieces; an index has it.
const worth = `c.estimated_value * c.quantity`

// copiesWithWord finds copies by the beginning of a word in their own texts or in
// those of their item.
func copiesWithWord(first, last, query string) filter {
	return filter{
		query: `
			select copy_id from copy_words where account_id = $1 and word >= ` + first + ` and word < ` + last + `
			union all
			select c.id from item_words w cross join lateral (select id from copies where account_id = $1 and item_id = w.item_id offset 0) c
			where w.account_id = $1 and w.word >= ` + first + ` and w.word < ` + last,
		test: `(c.search @@ (select ` + query + `::text::tsquery)
			or exists (select from items where account_id = $1 and id = c.item_id and search @@ (select ` + query + `::text::tsquery) offset 0))`,
		frequent: `exists (select from copy_words where account_id = $1 and word = ` + first + ` limit 1 offset 10000)`,
	}
}

// copyDays are the orders of copies by a day that not every copy has.
func copyDays(column string, down bool) keyedOrder {
	return keyedOrder{name: column, kind: day, null: `date`, down: down, shown: `shown.` + column,
		having: `copies c where c.account_id = $1 and c.` + column + ` is not null`, key: `c.` + column, id: `c.id`, without: `c.` + column + ` is null`}
}

// sortCopies gives a list of copies its order. Those that are valued in another currency
// have no value to be sorted by.
func (l *list) sortCopies(f catalog.CopyFilter) {
	column, down := strings.CutPrefix(f.Sort, "-")
	l.sorted = f.Sort != ""
	switch column {
	case "created_at", "updated_at":
		l.order = sorting{{sql: `c.` + column, kind: moment, down: down}, {sql: `c.id`, down: down}}
	case "acquired_at", "valued_at":
		l.sortBy(copyDays(column, down))
	case "value":
		currency := l.arg(f.ValueCurrency)
		l.and(currency + `::text is not null`) // the statement of the total takes the argument, too
		l.sortBy(keyedOrder{name: f.ValueCurrency, kind: number, null: `bigint`, down: down,
			shown:  `case when shown.value_currency_code = ` + currency + ` then shown.estimated_value * shown.quantity end`,
			having: `copies c where c.account_id = $1 and c.estimated_value is not null and c.value_currency_code = ` + currency, key: worth, id: `c.id`,
			without: `(c.estimated_value is null or c.value_currency_code is distinct from ` + currency + `)`})
	}
}

// between are conditions for what is not below the least and not above the most; either
// may be absent.
func between[T any](l *list, column, kind string, least, most *T) string {
	sql := ``
	if least != nil {
		sql += ` and ` + column + ` >= ` + l.arg(*least) + `::` + kind
	}
	if most != nil {
		sql += ` and ` + column + ` <= ` + l.arg(*most) + `::` + kind
	}
	return sql
}

// Copies lists copies across the account, or those of one item.
func (r Reader) Copies(ctx context.Context, f catalog.CopyFilter, p catalog.Paging) (catalog.Page[catalog.Copy], error) {
	l, r := r.copyList(f)
	return page[catalog.Copy](ctx, r, p, l)
}

// copyList is a list of copies with its filters and its order, and the reader of its place.
func (r Reader) copyList(f catalog.CopyFilter) (list, Reader) {
	l, r := copies.list(r), narrowed(r)
	if f.ItemID != nil {
		l, r = copies.list(r, *f.ItemID), inItem(r, *f.ItemID)
	}
	if f.Status != "" {
		l.and(`c.status = ` + l.arg(f.Status))
	}
	switch {
	case f.LocationID != nil && f.Nested:
		l.among(copiesInTree(l.arg(*f.LocationID)))
	case f.LocationID != nil:
		l.and(`c.location_id = ` + l.arg(*f.LocationID))
	case f.Nowhere:
		l.and(`c.location_id is null`)
	}
	if f.CollectionID != nil {
		l.and(`c.item_id in (select id from items where account_id = $1 and collection_id = ` + l.arg(*f.CollectionID) + `)`)
	}
	if r.only != nil {
		l.and(`c.item_id in (select id from items where account_id = $1 and collection_id = any(` + l.arg(r.only) + `))`)
	}
	if f.Held {
		l.and(held)
	}
	if f.Identifier != "" {
		l.among(copiesNamed(l.arg(f.Spellings())))
	}
	if f.ValuedBefore != nil {
		l.among(copiesValuedBefore(l.arg(*f.ValuedBefore)))
	}
	if f.ConditionID != nil {
		l.and(`c.item_condition_id = ` + l.arg(*f.ConditionID))
	}
	if f.Ungraded {
		l.and(`c.item_condition_id is null`)
	}
	if f.Borrowed != nil {
		l.and(`c.borrowed = ` + strconv.FormatBool(*f.Borrowed))
	}
	if f.Insured != nil {
		l.among(copiesInsured(*f.Insured))
	}
	if f.AcquiredFrom != nil || f.AcquiredTo != nil {
		l.among(copiesAcquired(between(&l, `c.acquired_at`, `date`, f.AcquiredFrom, f.AcquiredTo)))
	}
	if f.ValueMin != nil || f.ValueMax != nil {
		l.among(copiesWorth(l.arg(f.ValueCurrency), between(&l, worth, `bigint`, f.ValueMin, f.ValueMax)))
	}
	for _, items := range l.sortedBy(f.SortedBy, ``) {
		l.among(copiesOf(items))
	}
	l.sortCopies(f)
	l.search(f.Search, copiesWithWord)
	if !f.Everything() || r.only != nil {
		l.total = ""
	}
	l.capped = f.Narrow()
	return l, r
}
