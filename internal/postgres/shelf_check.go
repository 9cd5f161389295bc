package postgres

import (
	"context"

	"vitrine/internal/catalog"
)

// present is a copy that should be where it is kept, as catalog.Copy.Present says.
const present = `c.status in ('owned', 'other')`

// inTree is the ids of a location and all inside it.
func inTree(location string) string {
	return `with recursive tree as (
			select id from locations where account_id = $1 and id = ` + location + `
			union
			select l.id from tree cross join lateral (select id from locations where account_id = $1 and parent_id = tree.id offset 0) l
		) select id from tree`
}

// checked is a list of copies for a check. It is counted as far as the page wants.
func checked(r Reader) list {
	l := copies.list(r)
	l.total, l.capped = "", true
	if r.only != nil {
		l.and(`c.item_id in (select id from items where account_id = $1 and collection_id = any(` + l.arg(r.only) + `))`)
	}
	return l
}

// Unseen lists the copies that should be at a location, without those that were seen.
func (r Reader) Unseen(ctx context.Context, s catalog.ShelfCheck, seen []int64, p catalog.Paging) (catalog.Page[catalog.Copy], error) {
	l := checked(r)
	l.and(present)
	if s.Nested {
		l.among(copiesInTree(l.arg(s.LocationID)))
	} else {
		l.and(`c.location_id = ` + l.arg(s.LocationID))
	}
	if len(seen) > 0 {
		l.and(`c.id not in (select unnest(` + l.arg(seen) + `::bigint[]))`) // which is hashed; <> all would compare each with each
	}
	return page[catalog.Copy](ctx, narrowed(r), p, l)
}

// Strays lists the copies that were seen at a location and should not be there: they
// are kept elsewhere, or are lent or gone.
func (r Reader) Strays(ctx context.Context, s catalog.ShelfCheck, seen []int64, p catalog.Paging) (catalog.Page[catalog.Copy], error) {
	l := checked(r)
	l.among(filter{query: `select unnest(` + l.arg(seen) + `::bigint[])`})
	here := l.arg(s.LocationID)
	elsewhere := `c.location_id <> ` + here
	if s.Nested {
		elsewhere = `c.location_id not in (` + inTree(here) + `)`
	}
	l.and(`(c.location_id is null or ` + elsewhere + ` or not ` + present + `)`)
	return page[catalog.Copy](ctx, narrowed(r), p, l)
}
