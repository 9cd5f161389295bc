package postgres

import (
	"context"
	"strconv"

	"vitrine/internal/catalog"
)

// itemsWithWord finds items by the beginning of a word in their name, description
// or a value of their present type; words of other values are not stored.
func itemsWithWord(first, last, query string) filter {
	return filter{
		query: `
			select item_id from item_words where account_id = $1 and word >= ` + first + ` and word < ` + last + `
			union all
			select item_id from item_value_words where account_id = $1 and word >= ` + first + ` and word < ` + last,
		test: `(i.search @@ (select ` + query + `::text::tsquery) or i.collection_type_id is not null and exists (
			select from item_values v
			cross join lateral (select collection_type_id from custom_fields where account_id = $1 and id = v.custom_field_id offset 0) f
			where v.account_id = $1 and v.item_id = i.id and v.search @@ (select ` + query + `::text::tsquery) and f.collection_type_id = i.collection_type_id offset 0))`,
		frequent: `exists (select from item_words where account_id = $1 and word = ` + first + ` limit 1 offset 10000)`,
	}
}

// itemsHaving finds the items that something belongs to, or those that nothing does.
func itemsHaving(of, condition string, has bool) filter {
	exists := `exists (select from ` + of + ` where account_id = $1 and item_id = i.id and ` + condition
	if !has {
		return filter{query: `select id from items i where account_id = $1 and not ` + exists + `)`, test: `not ` + exists + ` offset 0)`}
	}
	return filter{query: `select item_id from ` + of + ` where account_id = $1 and ` + condition, test: exists + ` offset 0)`}
}

// Items lists items across the account, or those of a collection that a filter
// names.
func (r Reader) Items(ctx context.Context, f catalog.ItemFilter, p catalog.Paging) (catalog.Page[catalog.Item], error) {
	if f.CollectionID == nil {
		return narrowed(r).items(ctx, f, p, items.list(r))
	}
	l := items.list(r, *f.CollectionID)
	l.parent = "" // a collection that is not there has no items
	return inCollection(r, *f.CollectionID).items(ctx, f, p, l)
}

func (r Reader) ItemsOf(ctx context.Context, collection int64, f catalog.ItemFilter, p catalog.Paging) (catalog.Page[catalog.Item], error) {
	return inCollection(r, collection).items(ctx, f, p, items.list(r, collection))
}

func (r Reader) items(ctx context.Context, f catalog.ItemFilter, p catalog.Paging, l list) (catalog.Page[catalog.Item], error) {
	if err := r.itemList(ctx, f, &l); err != nil {
		return catalog.Page[catalog.Item]{}, err
	}
	return page[catalog.Item](ctx, r, p, l)
}

// itemList gives a list of items its filters and its order.
func (r Reader) itemList(ctx context.Context, f catalog.ItemFilter, l *list) error {
	l.order, l.sorted = itemOrder(f.Sort), f.Sort != catalog.Sort{}
	if l.of != 0 {
		l.total = "collection_items"
	}
	if f.CollectionTypeID != nil {
		l.and(`i.collection_type_id = ` + l.arg(*f.CollectionTypeID))
	}
	if err := r.byFields(ctx, l, f); err != nil {
		return err
	}
	if f.Untyped {
		l.and(`i.collection_type_id is null`)
	}
	if f.HasCopies != nil {
		l.among(itemsHaving(`copies c`, held, *f.HasCopies))
	}
	if f.HasPhotos != nil {
		l.among(itemsHaving(`photos`, `is_main`, *f.HasPhotos))
	}
	within := ``
	if l.of != 0 {
		within = ` and collection_id = $2`
	}
	l.filters = append(l.filters, l.sortedBy(f.SortedBy, within)...)
	l.wanted(f.Wish, within)
	l.search(f.Search, itemsWithWord)
	if r.only != nil {
		l.and(`i.collection_id = any(` + l.arg(r.only) + `)`)
	}
	l.capped = f.Narrow()
	if l.capped || r.only != nil {
		l.total = "" // only the two whole lists have kept totals
	}
	return nil
}

func itemOrder(s catalog.Sort) sorting {
	order := sorting{{sql: `i.id`}}
	switch s.Key {
	case "name":
		order = sorting{{sql: `i.sort_name`, kind: text}, order[0]}
	case "created_at":
		order = sorting{{sql: `i.created_at`, kind: moment}, order[0]}
	case "updated_at":
		order = sorting{{sql: `i.updated_at`, kind: moment}, order[0]}
	}
	if s.Descending {
		return order.reversed()
	}
	return order
}

func formatID(id int64) string { return strconv.FormatInt(id, 10) }
