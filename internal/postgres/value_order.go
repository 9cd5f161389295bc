package postgres

import (
	"strconv"

	"vitrine/internal/catalog"
)

// valueOrder is the order of items by the value of a custom field. Items without a
// value come last, by id. The values are read in the order of their index, and the
// items without one only where values do not fill the page.
type valueOrder struct {
	id     int64  // of the field
	field  string // its placeholder
	down   bool
	value  string // condition for the items with a value after the cursor
	absent string // the same for those without

	absentFirst bool // the order is the opposite one
}

// sortByValue orders a list of items by a field.
func (l *list) sortByValue(field int64, down bool) {
	l.values = &valueOrder{id: field, field: l.arg(field), down: down}
	l.and(l.values.field + `::bigint is not null`) // the statement of the total takes the argument, too
	l.order = valueSorting(down)
}

func valueSorting(down bool) sorting {
	return sorting{{sql: `i.sort_key`, kind: text, down: down, nulls: `last`}, {sql: `i.id`, down: down}}
}

// key is the SQL of an item's key.
func (o *valueOrder) key() string {
	return `(select sort_key from item_values where account_id = $1 and item_id = shown.id and custom_field_id = ` + o.field + `)`
}

// goOn begins after a cursor with these values as SQL; the first is empty for null.
func (o *valueOrder) goOn(values []string) {
	compare := key{down: o.down}.compares()
	if values[0] == "" {
		o.absent = ` and i.id ` + compare + ` ` + values[1]
		if !o.absentFirst {
			o.value = ` and false`
		}
		return
	}
	o.value = ` and (v.sort_key, v.item_id) ` + compare + ` (` + values[0] + `, ` + values[1] + `)`
	if o.absentFirst {
		o.absent = ` and false`
	}
}

// parts are the statements valued and absent, which find the items of the page. The
// condition and tests hold for both.
func (o *valueOrder) parts(l list, p catalog.Paging, further string) []string {
	most, way, needed := l.size(p), ``, ``
	if p.After == "" && p.Offset() > 0 {
		most += ` + $` + strconv.Itoa(len(l.args)+1) + `::bigint`
	}
	if o.down {
		way = ` desc`
	}
	if !o.absentFirst {
		needed = ` and (select count(*) from valued) < ` + most
	}
	return []string{
		`valued as materialized (select v.sort_key, i.id from item_values v
			cross join lateral (select * from items where account_id = $1 and id = v.item_id offset 0) i
			where v.account_id = $1 and v.custom_field_id = ` + o.field + ` and v.sort_key is not null and ` + l.conditions() + o.value + further + l.tests() + `
			order by v.sort_key` + way + `, v.item_id` + way + ` limit ` + most + `)`,
		`absent as materialized (select null::text collate "C" as sort_key, i.id from items i
			where ` + l.conditions() + ` and not exists (select from item_values where account_id = $1 and item_id = i.id and custom_field_id = ` + o.field + ` offset 0)` + needed + o.absent + further + l.tests() + `
			order by i.id` + way + ` limit ` + most + `)`,
	}
}

// found are the rows of the page among them.
func (o *valueOrder) found(l list, p catalog.Paging) string {
	return `select * from (select * from valued union all select * from absent) i order by ` + l.order.sql() + l.limit(p)
}
