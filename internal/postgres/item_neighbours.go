package postgres

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
)

// Neighbours are the items before and after one in the list of its collection, by the
// order and the type of the filter. Where the item is takes one round trip, and both
// sides another.
func (r Reader) Neighbours(ctx context.Context, id int64, f catalog.ItemFilter) (found catalog.Neighbours, err error) {
	f = catalog.ItemFilter{Sort: f.Sort, CollectionTypeID: f.CollectionTypeID, Known: f.Known}
	order := itemOrder(f.Sort)
	if f.Sort.FieldID != 0 {
		order = keyedSorting(items.table, valueOrder(f.Sort.FieldID, ``, f.Sort.Descending))
	}
	at, err := one[struct {
		CollectionID int64
		Place        []*string
	}](ctx, inItem(r, id), `
		select i.collection_id, `+order.place()+` as place from (select *, (
			select sort_key from item_values where account_id = $1 and item_id = items.id and custom_field_id = $3) as sort_key
		from items where account_id = $1 and id = $2) i`, r.account, id, f.Sort.FieldID)
	if err != nil {
		return found, err
	}
	if at.Place == nil { // the id is the only key
		at.Place = []*string{new(formatID(id))}
	}
	r = inCollection(r, at.CollectionID)
	after := items.list(r, at.CollectionID)
	if err := r.itemList(ctx, f, &after); err != nil {
		return found, err
	}
	before := after.backwards()
	for _, side := range []*list{&before, &after} {
		if err := side.beginAfter(at.Place); err != nil {
			return found, err
		}
	}
	err = ask(ctx, r, func(b *pgx.Batch) {
		before.nearest(b)
		after.nearest(b)
	}, func(answers pgx.BatchResults) error {
		for _, side := range []**catalog.Neighbour{&found.Before, &found.After} {
			nearest, err := rows[catalog.Neighbour](answers)
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
func (l list) backwards() list {
	l.order = l.order.reversed()
	if l.keyed != nil {
		turned := *l.keyed
		turned.down, turned.reversed = !turned.down, true
		l.keyed = &turned
	}
	return l
}

// nearest queries the first row after the place where the list begins.
func (l list) nearest(b *pgx.Batch) {
	one := catalog.Paging{Number: 1, After: "a place"} // and the page itself is empty
	args := slices.Concat(l.args, l.cursor)
	if l.keyed == nil {
		b.Queue(`select i.id, i.name from `+l.table.from()+` where `+l.conditions()+l.beyond+` order by `+l.order.sql()+l.limit(one), args...)
		return
	}
	b.Queue(l.byKey(one)+` select i.id, i.name from page cross join lateral (select id, name from items where account_id = $1 and id = page.id offset 0) i`, args...)
}
