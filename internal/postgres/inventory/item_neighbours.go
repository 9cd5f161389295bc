package inventory

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// Neighbours are the items before and after one in the list of its collection, by the order and the
// type of the filter. One round trip finds the item's position, another both sides.
func Neighbours(ctx context.Context, r engine.Reader, id int64, f catalog.ItemFilter) (found catalog.Neighbours, err error) {
	f = catalog.ItemFilter{Sort: f.Sort, CollectionTypeID: f.CollectionTypeID, Known: f.Known}
	order := ItemOrder(f.Sort)
	if f.Sort.FieldID != 0 {
		order = engine.KeyedSorting(items.Table, valueOrder(f.Sort.FieldID, ``, f.Sort.Descending))
	}
	at, err := engine.One[struct {
		CollectionID int64
		Place        []*string
	}](ctx, engine.InItem(r, id), `
		select i.collection_id, `+order.Place()+` as place from (select *, (
			select sort_key from item_values where account_id = $1 and item_id = items.id and custom_field_id = $3) as sort_key
		from items where account_id = $1 and id = $2) i`, r.AccountID(), id, f.Sort.FieldID)
	if err != nil {
		return found, err
	}
	if at.Place == nil { // the id is the only key
		at.Place = []*string{new(engine.FormatID(id))}
	}
	r = engine.InCollection(r, at.CollectionID)
	after := items.List(r, at.CollectionID)
	if err := ItemList(ctx, r, f, &after); err != nil {
		return found, err
	}
	before := backwards(after)
	for _, side := range []*engine.List{&before, &after} {
		if err := side.BeginAfter(at.Place); err != nil {
			return found, err
		}
	}
	err = engine.Ask(ctx, r, func(b *pgx.Batch) {
		nearest(before, b)
		nearest(after, b)
	}, func(answers pgx.BatchResults) error {
		for _, side := range []**catalog.Neighbour{&found.Before, &found.After} {
			nearest, err := engine.Rows[catalog.Neighbour](answers)
			if err != nil {
				return err
			}
			if len(nearest) > 0 {
				*side = &nearest[0]
			}
		}
		return nil
	})
	return found, err
}

// backwards is the list in the opposite order.
func backwards(l engine.List) engine.List {
	l.Order = l.Order.Reversed()
	if l.Keyed != nil {
		turned := *l.Keyed
		turned.Down, turned.Reversed = !turned.Down, true
		l.Keyed = &turned
	}
	return l
}

// nearest queries the first row after the place where the list begins.
func nearest(l engine.List, b *pgx.Batch) {
	one := catalog.Paging{Number: 1, After: "a place"} // only the first row is read
	args := slices.Concat(l.Args, l.Cursor)
	if l.Keyed == nil {
		b.Queue(`select i.id, i.name from `+l.Table.From()+` where `+l.Conditions()+l.Beyond+` order by `+l.Order.SQL()+l.Limit(one), args...)
		return
	}
	b.Queue(l.ByKey(one)+` select i.id, i.name from page cross join lateral (select id, name from items where account_id = $1 and id = page.id offset 0) i`, args...)
}
