package inventory

import (
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// itemsWithKey finds items of a collection by one of their keys; further ones may be tested. Without a collection
// it goes through all of them.
func itemsWithKey(l *engine.List, kind, is string) engine.Filter {
	of, within := `collection_id = any(array(select id from collections where account_id = $1))`, l.Of != 0
	if within {
		of = `collection_id = $2`
	}
	return engine.Filter{
		Query:  `select item_id from item_keys where account_id = $1 and ` + of + ` and kind = ` + kind + ` and key` + is,
		Test:   `exists (select from item_keys where account_id = $1 and item_id = i.id and kind = ` + kind + ` and key` + is + ` offset 0)`,
		Within: within, Once: within && strings.HasPrefix(is, ` = $`),
	}
}

// itemsHeld finds the items of which a piece is held, or of which none is.
func itemsHeld(l *engine.List, held bool) engine.Filter {
	f := itemsWithKey(l, `'held'`, ` > 0`)
	if !held {
		f = itemsWithKey(l, `'held'`, ` = 0`)
	}
	f.Once = f.Within // an item has one such key
	return f
}

// byCopies filters the items of a collection by their copies. If more than one thing is asked of a copy, keys find
// the items where perhaps two copies meet it, and a test those where one does.
func byCopies(l *engine.List, a catalog.CopiesAsked) {
	first := len(l.Filters)
	switch {
	case a.LocationID.ID != nil:
		l.Among(itemsWithKey(l, `'place'`, ` = any(array(`+placeTree(l.Arg(*a.LocationID.ID))+` select id from tree))`))
	case a.LocationID.Asked:
		l.Among(itemsWithKey(l, `'place'`, ` = 0`))
	}
	switch {
	case a.ConditionID.ID != nil:
		l.Among(itemsWithKey(l, `'condition'`, ` = `+l.Arg(*a.ConditionID.ID)))
	case a.ConditionID.Asked:
		l.Among(itemsWithKey(l, `'condition'`, ` = 0`))
	}
	if a.Status != "" {
		l.Among(itemsWithKey(l, `'status'`, ` = `+l.Arg(int64(slices.Index(catalog.CopyStatuses, a.Status)+1))))
	}
	asked := l.Filters[first:]
	switch {
	case a.Insured != "":
		met := ` from copies c where c.account_id = $1` + meets(l, a)
		l.Among(engine.Filter{Query: `select c.item_id` + met, Test: `exists (select` + met + ` and c.item_id = i.id offset 0)`})
	case len(asked) > 1:
		l.Among(engine.Filter{Query: asked[0].Query, Test: `exists (select from copies c where c.account_id = $1 and c.item_id = i.id` + meets(l, a) + ` offset 0)`, Loose: true})
	}
	for _, figure := range catalog.FigureSorts {
		if asked := a.Amounts()[figure]; asked.Asked() {
			kind := l.Arg(figure + " " + a.Currency)
			bounds := ` is not null` + between(l, `key`, `bigint`, asked.Min, asked.Max)
			f := itemsWithKey(l, kind, bounds)
			f.Once = f.Within
			l.Among(f)
		}
	}
}

// sortByFigure orders the items of a collection by a figure of their copies, in one currency.
func sortByFigure(l *engine.List, s catalog.Sort, currency string) {
	kind := l.Arg(s.Key + " " + currency)
	l.Use(kind, `text`)
	l.SortBy(engine.KeyedOrder{
		Name: s.Key + " " + currency, Kind: engine.Number, Null: `bigint`, Down: s.Descending,
		Shown: `(select key from item_keys where account_id = $1 and item_id = shown.id and kind = ` + kind + `)`,
		Having: `item_keys v cross join lateral (select * from items where account_id = $1 and id = v.item_id offset 0) i
			where v.account_id = $1 and v.collection_id = $2 and v.kind = ` + kind,
		Key: `v.key`, ID: `v.item_id`,
		Without: `not exists (select from item_keys where account_id = $1 and item_id = i.id and kind = ` + kind + ` offset 0)`,
	})
}

// groups are what items of a collection are sorted by and have perhaps several of, with the key of their order.
var groups = map[string]struct {
	of, key string
	kind    string // in SQL
	nth     bool   // the key is a place in a list
}{
	"place":     {of: `locations`, key: `lower(name)`},
	"condition": {of: `item_conditions`, key: `position`, nth: true},
	"status":    {nth: true},
	"tags":      {of: `tags`, key: `name_key`, kind: "tag"},
	"set":       {of: `sets`, key: `name_key`},
}

// sortByGroup orders the items of a collection by the first of their places, conditions, statuses, tags or
// sets; descending by the last.
func sortByGroup(l *engine.List, s catalog.Sort) {
	g := groups[s.Key]
	if g.kind == "" {
		g.kind = s.Key
	}
	all, own := `select `+g.key+` as key, id from `+g.of+` where account_id = $1`, ``
	own = all + ` and id = e.key`
	if g.of == "" {
		all, own = `select n as key, n as id from generate_series(1::bigint, `+strconv.Itoa(len(catalog.CopyStatuses))+`) n`, `select e.key, e.key as id`
	}
	kind, null, first := engine.Text, `text`, `min`
	if g.nth {
		kind, null = engine.Number, `bigint`
	}
	if s.Descending {
		first = `max`
	}
	l.SortBy(engine.KeyedOrder{
		Name: s.Key, Kind: kind, Null: null, Down: s.Descending, Key: `v.key`, ID: `v.item_id`,
		Shown:   `(select ` + first + `(q.key) from item_keys e cross join lateral (` + own + ` offset 0) q where e.account_id = $1 and e.item_id = shown.id and e.kind = '` + g.kind + `')`,
		Grouped: &engine.Grouping{Groups: all, Own: own, Kind: g.kind},
		Without: `not exists (select from item_keys where account_id = $1 and item_id = i.id and kind = '` + g.kind + `' and key > 0 offset 0)`,
	})
}
