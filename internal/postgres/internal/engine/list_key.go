package engine

import (
	"strconv"

	"vitrine/internal/catalog"
)

// KeyedOrder is an order by a key that not every row has. Rows without it come last, by id. Rows with
// it are read in the order of an index, and the others only if they do not fill the page. So one index
// is enough for both directions, and a cursor costs the same at any depth.
type KeyedOrder struct {
	Name    string // distinguishes the order in a cursor
	Kind    kind   // of the key
	Null    string // the type of the key
	Shown   string // the key of the row shown
	Having  string // from and where of the rows with a key; the list's conditions follow
	Key, ID string // their columns there
	Without string // condition of the rows without one
	Down    bool
	Grouped *Grouping // instead of having

	beyond   string // condition for the rows with a key after the cursor
	lacking  string // the same for those without
	groups   string // the same for the groups, and
	members  string // for their members
	Reversed bool   // those without a key come first
}

// SortBy sorts a list by a key that not every row has.
func (l *List) SortBy(o KeyedOrder) {
	l.Keyed = &o
	l.Order = KeyedSorting(l.Table, o)
}

func KeyedSorting(t Table, o KeyedOrder) Sorting {
	return Sorting{{SQL: t.As() + `.sort_key`, Kind: o.Kind, Down: o.Down, Nulls: `last`}, {SQL: t.As() + `.id`, Down: o.Down}}
}

// goOn begins after a cursor with these values as SQL; the first is empty for null.
func (o *KeyedOrder) goOn(t Table, values []string) {
	compare := key{Down: o.Down}.compares()
	if values[0] == "" {
		o.lacking = ` and ` + t.As() + `.id ` + compare + ` ` + values[1]
		if !o.Reversed {
			o.beyond = ` and false`
		}
		return
	}
	if o.Grouped != nil {
		o.Grouped.goOn(o, values[0], values[1])
	}
	o.beyond = ` and (` + o.Key + `, ` + o.ID + `) ` + compare + ` (` + values[0] + `, ` + values[1] + `)`
	if o.Reversed {
		o.lacking = ` and false`
	}
}

// parts are the statements having and lacking, which find the rows of the page. The
// condition and tests hold for both. With filters both end after walkedRows rows, because those that
// pass may be far from the beginning.
func (o *KeyedOrder) parts(l List, p catalog.Paging, further string) []string {
	most, way, needed, as := l.size(p), ``, ``, l.Table.As()
	if p.After == "" && p.Offset() > 0 {
		most += ` + $` + strconv.Itoa(len(l.Args)+1) + `::bigint`
	}
	if o.Down {
		way = ` desc`
	}
	if !o.Reversed {
		needed = ` and (select count(*) from having_key) < ` + most
	}
	walked := strconv.Itoa(walkedRows + depth(p))
	from := o.Having
	switch {
	case o.Grouped != nil && len(l.Filters) > 0:
		from = o.Grouped.having(o, walked+` + 1`)
	case o.Grouped != nil:
		from = o.Grouped.having(o, most)
	}
	having, key, id := ` from `+from+` and `+l.Conditions()+o.beyond+further, o.Key, o.ID
	rows := func(of string) string { return of + ` limit ` + walked }
	if len(l.Filters) > 0 {
		inOrder := ` order by ` + key + way + `, ` + id + way
		needed += ` and not exists (select` + having + inOrder + ` limit 1 offset ` + walked + `)`
		having = ` from (` + rows(`select `+key+` as walked_key, `+id+` as walked_id, `+as+`.*`+having+inOrder) + `) ` + as + ` where true`
		key, id = `walked_key`, `walked_id`
	}
	lacking := l.Table.From() + ` where ` + l.Conditions() + needed + o.lacking + further
	if len(l.Filters) > 0 {
		lacking = `(` + rows(`select * from `+lacking+` order by `+as+`.id`+way) + `) ` + as + ` where true`
	}
	return []string{
		`having_key as materialized (select ` + key + ` as sort_key, ` + as + `.id` + having + l.tests() + `
			order by ` + key + way + `, ` + id + way + ` limit ` + most + `)`,
		`lacking_key as materialized (select null::` + o.Null + ` as sort_key, ` + as + `.id from ` + lacking + ` and ` + o.Without + l.tests() + `
			order by ` + as + `.id` + way + ` limit ` + most + `)`,
	}
}

// found are the ids of the page, from both parts.
func (o *KeyedOrder) found(l List, p catalog.Paging) string {
	return `select * from (select * from having_key union all select * from lacking_key) ` + l.Table.As() + ` order by ` + l.Order.SQL() + l.Limit(p)
}
