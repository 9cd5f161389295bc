package inventory

import (
	"context"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// copiesInTree finds the copies at a location and below it.
func copiesInTree(location string) engine.Filter {
	return engine.Filter{Query: placeTree(location) + ` select c.id from tree cross join lateral (select id from copies where account_id = $1 and location_id = tree.id offset 0) c`}
}

// copiesValuedBefore finds the copies that were not valued since a day, or never.
func copiesValuedBefore(day string) engine.Filter {
	return engine.Filter{
		Query: `select id from copies where account_id = $1 and valued_at < ` + day + `::date union all select id from copies where account_id = $1 and valued_at is null`,
		Test:  `(c.valued_at < ` + day + `::date or c.valued_at is null)`,
	}
}

// copiesNamed finds the copies with one of some identifiers.
func copiesNamed(identifiers string) engine.Filter {
	return engine.Filter{Query: `select id from copies where account_id = $1 and identifier = any(` + identifiers + `::text[])`, Test: `c.identifier = any(` + identifiers + `::text[])`}
}

// copiesAcquired finds the copies that were acquired within some days.
func copiesAcquired(bounds string) engine.Filter {
	return engine.Filter{Query: `select id from copies c where account_id = $1` + bounds, Test: `(true` + bounds + `)`}
}

// coveredToday is the condition that an insurance record is in force.
const coveredToday = `status = 'active' and (starts_at is null or starts_at <= ` + Today + `) and (ends_at is null or ends_at >= ` + Today + `)`

// copiesInsured finds the copies that records or policies cover today, those that none does, or those
// whose value is covered in part.
func copiesInsured(cover string) engine.Filter {
	byPolicy := `select copy_id from policy_cover($1, ` + Today + `) where rest is null or rest < value or value = 0`
	covered := `exists (select from insurance_records where account_id = $1 and copy_id = c.id and ` + coveredToday
	switch cover {
	case "partly":
		return engine.Filter{Query: `select copy_id from cover_of_copies($1, ` + Today + `) where covered > 0 and covered < value`}
	case "false":
		return engine.Filter{Query: `select id from copies c where account_id = $1 and not ` + covered + `) and id not in (` + byPolicy + `)`,
			Test: `(not ` + covered + ` offset 0) and c.id not in (` + byPolicy + `))`}
	}
	return engine.Filter{Query: `select copy_id from insurance_records where account_id = $1 and ` + coveredToday + ` union ` + byPolicy,
		Test: `(` + covered + ` offset 0) or c.id in (` + byPolicy + `))`}
}

// copiesWorth finds the copies whose value in a currency is within bounds.
func copiesWorth(currency, bounds string) engine.Filter {
	within := `c.estimated_value is not null and c.value_currency_code = ` + currency + bounds
	return engine.Filter{Query: `select id from copies c where account_id = $1 and ` + within, Test: `(` + within + `)`}
}

// copiesSince finds the copies that were changed at a time or later.
func copiesSince(moment string) engine.Filter {
	since := `c.updated_at >= ` + moment + `::timestamptz`
	return engine.Filter{Query: `select id from copies c where account_id = $1 and ` + since, Test: `(` + since + `)`}
}

// worth is the value of all pieces of a copy, as an index has it.
const worth = `c.estimated_value * c.quantity`

// copiesWithWord finds copies by the beginning of a word in their own texts or in
// those of their item.
func copiesWithWord(_ *engine.List, w engine.Word) engine.Filter {
	return engine.Filter{
		Query: `
			select copy_id from copy_words where account_id = $1 and word >= ` + w.First + ` and word < ` + w.Last + `
			union all
			select c.id from item_words w cross join lateral (select id from copies where account_id = $1 and item_id = w.item_id offset 0) c
			where w.account_id = $1 and w.word >= ` + w.First + ` and w.word < ` + w.Last,
		Test: `(c.search @@ (select ` + w.Query + `::text::tsquery)
			or exists (select from items where account_id = $1 and id = c.item_id and search @@ (select ` + w.Query + `::text::tsquery) offset 0))`,
		Frequent: `exists (select from copy_words where account_id = $1 and word = ` + w.First + ` limit 1 offset 10000)`,
	}
}

// copyDays are the orders of copies by a day that not every copy has.
func copyDays(column string, down bool) engine.KeyedOrder {
	return engine.KeyedOrder{Name: column, Kind: engine.Day, Null: `date`, Down: down, Shown: `shown.` + column,
		Having: `copies c where c.account_id = $1 and c.` + column + ` is not null`, Key: `c.` + column, ID: `c.id`, Without: `c.` + column + ` is null`}
}

// sortCopies sorts a list of copies. Copies valued in another currency count as having no value.
func sortCopies(l *engine.List, f catalog.CopyFilter) {
	column, down := strings.CutPrefix(f.Sort, "-")
	l.Sorted = f.Sort != ""
	switch column {
	case "created_at", "updated_at":
		l.Order = engine.Sorting{{SQL: `c.` + column, Kind: engine.Moment, Down: down}, {SQL: `c.id`, Down: down}}
	case "acquired_at", "valued_at":
		l.SortBy(copyDays(column, down))
	case "value":
		currency := l.Arg(f.ValueCurrency)
		l.Use(currency, `text`)
		l.SortBy(engine.KeyedOrder{Name: f.ValueCurrency, Kind: engine.Number, Null: `bigint`, Down: down,
			Shown:  `case when shown.value_currency_code = ` + currency + ` then shown.estimated_value * shown.quantity end`,
			Having: `copies c where c.account_id = $1 and c.estimated_value is not null and c.value_currency_code = ` + currency, Key: worth, ID: `c.id`,
			Without: `(c.estimated_value is null or c.value_currency_code is distinct from ` + currency + `)`})
	}
}

// between are conditions for a range; either bound may be absent.
func between[T any](l *engine.List, column, kind string, least, most *T) string {
	sql := ``
	if least != nil {
		sql += ` and ` + column + ` >= ` + l.Arg(*least) + `::` + kind
	}
	if most != nil {
		sql += ` and ` + column + ` <= ` + l.Arg(*most) + `::` + kind
	}
	return sql
}

// Copies lists copies across the account, or those of one item.
func Copies(ctx context.Context, r engine.Reader, f catalog.CopyFilter, p catalog.Paging) (catalog.Page[catalog.Copy], error) {
	l := CopyList(r, f)
	if f.ItemID != nil {
		return engine.Page[catalog.Copy](ctx, engine.InItem(r, *f.ItemID), p, l)
	}
	return engine.Page[catalog.Copy](ctx, engine.Narrowed(r), p, l)
}

// CopyList is a list of copies with its filters and order. Its reach is the item, if the filter names one.
func CopyList(r engine.Reader, f catalog.CopyFilter) engine.List {
	l := copies.List(r)
	if f.ItemID != nil {
		l = copies.List(r, *f.ItemID)
	}
	if f.Status != "" {
		l.And(`c.status = ` + l.Arg(f.Status))
	}
	switch {
	case f.LocationID != nil && f.Nested:
		l.Among(copiesInTree(l.Arg(*f.LocationID)))
	case f.LocationID != nil:
		l.And(`c.location_id = ` + l.Arg(*f.LocationID))
	case f.Nowhere:
		l.And(`c.location_id is null`)
	}
	if f.CollectionID != nil {
		l.And(`c.item_id in (select id from items where account_id = $1 and collection_id = ` + l.Arg(*f.CollectionID) + `)`)
	}
	if r.CollectionIDs() != nil {
		l.And(`c.item_id in (select id from items where account_id = $1 and collection_id = any(` + l.Arg(r.CollectionIDs()) + `))`)
	}
	if f.Kept {
		l.And(`not ` + isGone)
	}
	if f.Held {
		l.And(IsHeld)
	}
	if f.Identifier != "" {
		l.Among(copiesNamed(l.Arg(f.Spellings())))
	}
	if f.ValuedBefore != nil {
		l.Among(copiesValuedBefore(l.Arg(*f.ValuedBefore)))
	}
	if f.Since != nil {
		l.Among(copiesSince(l.Arg(*f.Since)))
	}
	if f.ConditionID != nil {
		l.And(`c.item_condition_id = ` + l.Arg(*f.ConditionID))
	}
	if f.Ungraded {
		l.And(`c.item_condition_id is null`)
	}
	if f.Borrowed != nil {
		l.And(`c.borrowed = ` + strconv.FormatBool(*f.Borrowed))
	}
	if f.Insured != "" {
		l.Among(copiesInsured(f.Insured))
	}
	if f.AcquiredFrom != nil || f.AcquiredTo != nil {
		l.Among(copiesAcquired(between(&l, `c.acquired_at`, `date`, f.AcquiredFrom, f.AcquiredTo)))
	}
	if f.ValueMin != nil || f.ValueMax != nil {
		l.Among(copiesWorth(l.Arg(f.ValueCurrency), between(&l, worth, `bigint`, f.ValueMin, f.ValueMax)))
	}
	for _, items := range sortedBy(&l, f.SortedBy, ``) {
		l.Among(copiesOf(items))
	}
	sortCopies(&l, f)
	l.Search(f.Search, copiesWithWord)
	if !f.Everything() || r.CollectionIDs() != nil {
		l.Total = ""
	}
	l.Capped = f.Narrow()
	return l
}
