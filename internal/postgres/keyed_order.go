package postgres

import (
	"strconv"

	"vitrine/internal/catalog"
)

// keyedOrder is an order by something that not every row has. Rows without it come
// last, by id. Those that have it are read in the order of an index, and the others only
// where they do not fill the page. So one index is enough for both directions, and a
// cursor costs the same at any depth.
type keyedOrder struct {
	name    string // tells the order from others in a cursor
	kind    kind   // of the key
	null    string // the type of the key
	shown   string // the key of the row shown
	having  string // from and where of the rows with a key; the list's conditions follow
	key, id string // their columns there
	without string // condition of the rows without one
	down    bool

	beyond   string // condition for the rows with a key after the cursor
	lacking  string // the same for those without
	reversed bool   // those without a key come first
}

// sortBy orders a list by something that not every row has.
func (l *list) sortBy(o keyedOrder) {
	l.keyed = &o
	l.order = keyedSorting(l.table, o)
}

func keyedSorting(t table, o keyedOrder) sorting {
	return sorting{{sql: t.as() + `.sort_key`, kind: o.kind, down: o.down, nulls: `last`}, {sql: t.as() + `.id`, down: o.down}}
}

// goOn begins after a cursor with these values as SQL; the first is empty for null.
func (o *keyedOrder) goOn(t table, values []string) {
	compare := key{down: o.down}.compares()
	if values[0] == "" {
		o.lacking = ` and ` + t.as() + `.id ` + compare + ` ` + values[1]
		if !o.reversed {
			o.beyond = ` and false`
		}
		return
	}
	o.beyond = ` and (` + o.key + `, ` + o.id + `) ` + compare + ` (` + values[0] + `, ` + values[1] + `)`
	if o.reversed {
		o.lacking = ` and false`
	}
}

// parts are the statements having and lacking, which find the rows of the page. The
// condition and tests hold for both.
func (o *keyedOrder) parts(l list, p catalog.Paging, further string) []string {
	most, way, needed, as := l.size(p), ``, ``, l.table.as()
	if p.After == "" && p.Offset() > 0 {
		most += ` + $` + strconv.Itoa(len(l.args)+1) + `::bigint`
	}
	if o.down {
		way = ` desc`
	}
	if !o.reversed {
		needed = ` and (select count(*) from having_key) < ` + most
	}
	return []string{
		`having_key as materialized (select ` + o.key + ` as sort_key, ` + as + `.id from ` + o.having + ` and ` + l.conditions() + o.beyond + further + l.tests() + `
			order by ` + o.key + way + `, ` + o.id + way + ` limit ` + most + `)`,
		`lacking_key as materialized (select null::` + o.null + ` as sort_key, ` + as + `.id from ` + l.table.from() + `
			where ` + l.conditions() + ` and ` + o.without + needed + o.lacking + further + l.tests() + `
			order by ` + as + `.id` + way + ` limit ` + most + `)`,
	}
}

// found are the rows of the page among them.
func (o *keyedOrder) found(l list, p catalog.Paging) string {
	return `select * from (select * from having_key union all select * from lacking_key) ` + l.table.as() + ` order by ` + l.order.sql() + l.limit(p)
}
