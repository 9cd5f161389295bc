package inventory

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres/internal/engine"
)

var locations = engine.Resource[catalog.Location]{
	Table:   engine.Table{Name: `locations`},
	Columns: `id, uuid::text, parent_id, name, emoji, created_at, updated_at`,
	Order:   engine.ByID,
	Total:   "locations",
	Entry:   engine.Named,
	Trace:   engine.Trace{Object: `location`},
}

func Locations(ctx context.Context, r engine.Reader, p catalog.Paging) (catalog.Page[catalog.Location], error) {
	return locations.Page(ctx, engine.AccountWide(r), p)
}

func Location(ctx context.Context, r engine.Reader, id int64) (catalog.Location, error) {
	return locations.One(ctx, engine.AccountWide(r), id)
}

// LocationTree reads all locations with the number of copies at each, and the copies without a
// location, as far as the caller sees them and they are not gone. Totals of the account are stored, with
// those that are gone; for a limited key they are counted.
func LocationTree(ctx context.Context, r engine.Reader) (*catalog.LocationTree, error) {
	counted, nowhere, args := `select parent_id as location_id, sum(n)::bigint as n from totals where account_id = $1 and list = 'location_copies' group by parent_id`,
		`select coalesce(sum(case list when 'copies' then n else -n end), 0)::bigint from totals where account_id = $1 and (list = 'copies' and parent_id = 0 or list = 'location_copies')`, []any{r.AccountID()}
	gone := `from copies c where account_id = $1 and ` + isGone
	if r.CollectionIDs() != nil {
		seen := `from copies c where account_id = $1 and item_id in (select id from items where account_id = $1 and collection_id = any($2))`
		counted, nowhere, args = `select location_id, count(*) as n `+seen+` group by location_id`, `select count(*) `+seen+` and location_id is null`, append(args, r.CollectionIDs())
		gone += ` and item_id in (select id from items where account_id = $1 and collection_id = any($2))`
	}
	found, err := engine.All[catalog.LocationCount](ctx, engine.Narrowed(r), `
		with gone as materialized (select location_id, count(*) as n `+gone+` group by location_id)
		select l.id, l.parent_id, l.name, l.emoji, greatest(coalesce(c.n, 0) - coalesce(g.n, 0), 0) as here from locations l
		left join (`+counted+`) c on c.location_id = l.id left join gone g on g.location_id = l.id where l.account_id = $1
		union all
		select 0, null, '', '', greatest((`+nowhere+`) - coalesce((select n from gone where location_id is null), 0), 0)`, args...)
	return catalog.NewLocationTree(found), err
}

func CreateLocation(ctx context.Context, w engine.Writer, in catalog.LocationInput) (catalog.Location, error) {
	return locations.Write(ctx, w.Edit, `
		insert into locations (account_id, parent_id, name, emoji) values ($1, $2, $3, $4)`, in.ParentID, in.Name, in.Emoji)
}

// UpdateLocation changes or moves a location. It is Invalid to move one into
// itself or its descendants.
func UpdateLocation(ctx context.Context, w engine.Writer, id int64, in catalog.LocationInput) (catalog.Location, error) {
	engine.First(w.Edit, engine.OneAtATime, w.AccountID())
	done, err := locations.Write(ctx, w.Edit, `
		update locations set parent_id = $3, name = $4, emoji = $5, updated_at = now()
		where account_id = $1 and id = $2 and not exists (
			with recursive above as (
				select id, parent_id from locations where account_id = $1 and id = $3
				union
				select l.id, l.parent_id from above cross join lateral (select id, parent_id from locations where account_id = $1 and id = above.parent_id offset 0) l
			) select from above where above.id = $2)`, id, in.ParentID, in.Name, in.Emoji)
	if errors.Is(err, fault.ErrNotFound) {
		if _, err = Location(ctx, w.Reader, id); err == nil { // it exists, so the move was circular
			return done, fault.On("parent_id", "A location cannot be placed inside itself or one of its own descendants.")
		}
	}
	return done, err
}

// DeleteLocation deletes a location with its contents.
func DeleteLocation(ctx context.Context, w engine.Writer, id int64) error {
	ctx = engine.AtLength(ctx, w.Edit) // a tree of a hundred thousand locations takes seconds
	engine.First(w.Edit, engine.OneAtATime, w.AccountID())
	// Moving a copy locks the location, then the copy.
	engine.First(w.Edit, `
		with recursive tree as (
			select id from locations where account_id = $1 and id = $2
			union
			select l.id from tree cross join lateral (select id from locations where account_id = $1 and parent_id = tree.id offset 0) l
		) select from tree cross join lateral (select from locations where account_id = $1 and id = tree.id offset 0 for update) l`, w.AccountID(), id)
	engine.First(w.Edit, `
		with recursive tree as (
			select id from locations where account_id = $1 and id = $2
			union
			select l.id from tree cross join lateral (select id from locations where account_id = $1 and parent_id = tree.id offset 0) l
		) select from tree cross join lateral (select from copies where account_id = $1 and location_id = tree.id offset 0 for no key update) c`, w.AccountID(), id)
	engine.MoveToTrash(w.Edit, `locations`, `select id from locations where account_id = $1 and id = $2`, w.AccountID(), id)
	return engine.EraseSteps(ctx, w.Edit, engine.Plainly(engine.Entry{`name`, `locations`}.SQL()), `
		with recursive tree as (
			select id from locations where account_id = $1 and id = $2
			union
			select l.id from tree cross join lateral (select id from locations where account_id = $1 and parent_id = tree.id offset 0) l
		), gone as (
			delete from locations where account_id = $1 and id in (select id from tree) and `+engine.InTrash+` returning id, name
		), changed as (
			select name, (select count(*) from gone) as locations from gone where id = $2
		)`, w.AccountID(), id)
}
