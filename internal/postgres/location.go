package postgres

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

const location = `id, parent_id, name, emoji, created_at, updated_at`

// oneAtATime serialises what changes the tree of locations or the owners of an
// account: two changes that are harmless alone can close a circle together, or
// leave nobody in charge. It writes the row instead of just locking it, so that
// a careful change, which sees the state of its beginning, is refused and tried
// again if another has been here since.
const oneAtATime = `update accounts set name = name where id = $1`

func (r Reader) Locations(ctx context.Context, p catalog.Paging) (catalog.Page[catalog.Location], error) {
	return page[catalog.Location](ctx, r.accountWide(), p, list{columns: location, table: `locations`, where: `account_id = $1`, order: byID(``), args: []any{r.account}, total: "locations"})
}

func (r Reader) Location(ctx context.Context, id int64) (catalog.Location, error) {
	return one[catalog.Location](ctx, r.accountWide(), `select `+location+` from locations where account_id = $1 and id = $2`, r.account, id)
}

func (w Writer) CreateLocation(ctx context.Context, in catalog.LocationInput) (catalog.Location, error) {
	return apply[catalog.Location](ctx, w.change, named, `
		insert into locations (account_id, parent_id, name, emoji) values ($1, $2, $3, $4) returning `+location,
		w.account, in.ParentID, in.Name, in.Emoji)
}

// UpdateLocation writes and moves a location. It is Invalid to move one under
// itself or under what it holds.
func (w Writer) UpdateLocation(ctx context.Context, id int64, in catalog.LocationInput) (catalog.Location, error) {
	w.first(oneAtATime, w.account)
	done, err := apply[catalog.Location](ctx, w.change, named, `
		update locations set parent_id = $3, name = $4, emoji = $5, updated_at = now()
		where account_id = $1 and id = $2 and not exists (
			with recursive above as (
				select id, parent_id from locations where account_id = $1 and id = $3
				union
				select l.id, l.parent_id from above cross join lateral (select id, parent_id from locations where account_id = $1 and id = above.parent_id offset 0) l
			) select from above where above.id = $2)
		returning `+location,
		w.account, id, in.ParentID, in.Name, in.Emoji)
	if err == fault.ErrNotFound {
		if _, err = w.Location(ctx, id); err == nil { // it is there, so it was the circle
			return done, fault.On("parent_id", "A location cannot be placed inside itself or one of its own descendants.")
		}
	}
	return done, err
}

// DeleteLocation deletes a location and all it holds.
func (w Writer) DeleteLocation(ctx context.Context, id int64) error {
	ctx = w.slowly(ctx) // a tree of a hundred thousand takes seconds
	w.first(oneAtATime, w.account)
	return erase(ctx, w.change, `jsonb_build_object('name', name, 'locations', locations)`, `
		with recursive tree as (
			select id from locations where account_id = $1 and id = $2
			union
			select l.id from tree cross join lateral (select id from locations where account_id = $1 and parent_id = tree.id offset 0) l
		), gone as (
			delete from locations where account_id = $1 and id in (select id from tree) returning id, name
		), changed as (
			select name, (select count(*) from gone) as locations from gone where id = $2
		)`, w.account, id)
}
