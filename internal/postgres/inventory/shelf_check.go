package inventory

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// present is the condition of catalog.Copy.Present.
const present = `c.status in ('owned', 'other')`

// inTree is the ids of a location and all inside it.
func inTree(location string) string {
	return `with recursive tree as (
			select id from locations where account_id = $1 and id = ` + location + `
			union
			select l.id from tree cross join lateral (select id from locations where account_id = $1 and parent_id = tree.id offset 0) l
		) select id from tree`
}

// checked is a list of copies for a check, counted as far as the page wants.
func checked(r engine.Reader) engine.List {
	l := copies.List(r)
	l.Total, l.Capped = "", true
	if r.CollectionIDs() != nil {
		l.And(`c.item_id in (select id from items where account_id = $1 and collection_id = any(` + l.Arg(r.CollectionIDs()) + `))`)
	}
	return l
}

// Unseen lists the copies that should be at a location but were not seen.
func Unseen(ctx context.Context, r engine.Reader, s catalog.ShelfCheck, seen []int64, p catalog.Paging) (catalog.Page[catalog.Copy], error) {
	l := checked(r)
	l.And(present)
	if s.Nested {
		l.Among(copiesInTree(l.Arg(s.LocationID)))
	} else {
		l.And(`c.location_id = ` + l.Arg(s.LocationID))
	}
	if len(seen) > 0 {
		l.And(`c.id not in (select unnest(` + l.Arg(seen) + `::bigint[]))`) // which is hashed; <> all would compare each with each
	}
	return engine.Page[catalog.Copy](ctx, engine.Narrowed(r), p, l)
}

// Strays lists the copies that were seen at a location but should not be there: they belong elsewhere,
// or are lent or gone.
func Strays(ctx context.Context, r engine.Reader, s catalog.ShelfCheck, seen []int64, p catalog.Paging) (catalog.Page[catalog.Copy], error) {
	l := checked(r)
	l.Among(engine.Filter{Query: `select unnest(` + l.Arg(seen) + `::bigint[])`})
	here := l.Arg(s.LocationID)
	elsewhere := `c.location_id <> ` + here
	if s.Nested {
		elsewhere = `c.location_id not in (` + inTree(here) + `)`
	}
	l.And(`(c.location_id is null or ` + elsewhere + ` or not ` + present + `)`)
	return engine.Page[catalog.Copy](ctx, engine.Narrowed(r), p, l)
}
