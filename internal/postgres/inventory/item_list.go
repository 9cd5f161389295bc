package inventory

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// itemsHaving finds the items that something belongs to, or those that nothing does.
func itemsHaving(of, condition string, has bool) engine.Filter {
	exists := `exists (select from ` + of + ` where account_id = $1 and item_id = i.id and ` + condition
	if !has {
		return engine.Filter{Query: `select id from items i where account_id = $1 and not ` + exists + `)`, Test: `not ` + exists + ` offset 0)`}
	}
	return engine.Filter{Query: `select item_id from ` + of + ` where account_id = $1 and ` + condition, Test: exists + ` offset 0)`}
}

// itemsSince finds the items that were changed at a time or later.
func itemsSince(moment string) engine.Filter {
	since := `i.updated_at >= ` + moment + `::timestamptz`
	return engine.Filter{Query: `select id from items i where account_id = $1 and ` + since, Test: `(` + since + `)`}
}

// Items lists items across the account, or those of a collection that a filter
// names.
func Items(ctx context.Context, r engine.Reader, f catalog.ItemFilter, p catalog.Paging) (catalog.Page[catalog.Item], error) {
	if f.CollectionID == nil {
		return itemPage(ctx, engine.Narrowed(r), f, p, items.List(r))
	}
	l := items.List(r, *f.CollectionID)
	l.Parent = "" // a missing collection gives an empty list
	return itemPage(ctx, engine.InCollection(r, *f.CollectionID), f, p, l)
}

func ItemsOf(ctx context.Context, r engine.Reader, collection int64, f catalog.ItemFilter, p catalog.Paging) (catalog.Page[catalog.Item], error) {
	return itemPage(ctx, engine.InCollection(r, collection), f, p, items.List(r, collection))
}

func itemPage(ctx context.Context, r engine.Reader, f catalog.ItemFilter, p catalog.Paging, l engine.List) (catalog.Page[catalog.Item], error) {
	if err := ItemList(ctx, r, f, &l); err != nil {
		return catalog.Page[catalog.Item]{}, err
	}
	return engine.Page[catalog.Item](ctx, r, p, l)
}

// ItemList adds filters and order to a list of items.
func ItemList(ctx context.Context, r engine.Reader, f catalog.ItemFilter, l *engine.List) error {
	l.Order, l.Sorted = ItemOrder(f.Sort), f.Sort != catalog.Sort{}
	if l.Of != 0 {
		l.Total = "collection_items"
	}
	if f.CollectionTypeID != nil {
		l.And(`i.collection_type_id = ` + l.Arg(*f.CollectionTypeID))
	}
	if err := byFields(ctx, r, l, f); err != nil {
		return err
	}
	switch {
	case l.Of != 0 && f.Sort.ByFigure():
		sortByFigure(l, f.Sort, f.Copies.Currency)
	case l.Of != 0 && f.Sort.OfTable():
		sortByGroup(l, f.Sort)
	}
	if f.Untyped {
		l.And(`i.collection_type_id is null`)
	}
	if f.HasCopies != nil {
		l.Among(itemsHeld(l, *f.HasCopies))
	}
	byCopies(l, f.Copies)
	if f.Since != nil {
		l.Among(itemsSince(l.Arg(*f.Since)))
	}
	if f.HasPhotos != nil {
		l.Among(itemsHaving(`photos`, `is_main`, *f.HasPhotos))
	}
	within := ``
	if l.Of != 0 {
		within = ` and collection_id = $2`
	}
	l.Filters = append(l.Filters, sortedBy(l, f.SortedBy, within)...)
	wanted(l, f.Wish, within)
	search, err := understood(ctx, r, f.Search)
	if err != nil {
		return err
	}
	l.Search(search, itemsWithWord)
	if r.CollectionIDs() != nil {
		l.And(`i.collection_id = any(` + l.Arg(r.CollectionIDs()) + `)`)
	}
	l.Capped = f.Narrow()
	if l.Capped || r.CollectionIDs() != nil {
		l.Total = "" // only the two unfiltered lists have stored totals
	}
	return nil
}

func ItemOrder(s catalog.Sort) engine.Sorting {
	order := engine.Sorting{{SQL: `i.id`}}
	switch s.Key {
	case "name":
		order = engine.Sorting{{SQL: `i.sort_name`, Kind: engine.Text}, order[0]}
	case "created_at":
		order = engine.Sorting{{SQL: `i.created_at`, Kind: engine.Moment}, order[0]}
	case "updated_at":
		order = engine.Sorting{{SQL: `i.updated_at`, Kind: engine.Moment}, order[0]}
	}
	if s.Descending {
		return order.Reversed()
	}
	return order
}
