package postgres

import (
	"context"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
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

// itemsWithValue finds items by the value of a field. The index is on the hash.
func itemsWithValue(field, value string) filter {
	return filter{
		query: `
			select item_id from item_values
			where account_id = $1 and custom_field_id = ` + field + ` and value_hash = jsonb_hash_extended(` + value + `::jsonb, 0) and value = ` + value + `::jsonb`,
		test: `exists (select from item_values where account_id = $1 and item_id = i.id and custom_field_id = ` + field + ` and value = ` + value + `::jsonb offset 0)`,
	}
}

// Items lists items across the account, or those of a collection that a filter
// names.
func (r Reader) Items(ctx context.Context, f catalog.ItemFilter, p catalog.Paging) (catalog.Page[catalog.Item], error) {
	if f.CollectionID == nil {
		return r.narrowed().items(ctx, f, p, items.list(r))
	}
	l := items.list(r, *f.CollectionID)
	l.parent = "" // a collection that is not there has no items
	return r.inCollection(*f.CollectionID).items(ctx, f, p, l)
}

func (r Reader) ItemsOf(ctx context.Context, collection int64, f catalog.ItemFilter, p catalog.Paging) (catalog.Page[catalog.Item], error) {
	return r.inCollection(collection).items(ctx, f, p, items.list(r, collection))
}

func (r Reader) items(ctx context.Context, f catalog.ItemFilter, p catalog.Paging, l list) (catalog.Page[catalog.Item], error) {
	l.order = itemOrder(f.Sort)
	if l.of != 0 {
		l.total = "collection_items"
	}
	if f.CollectionTypeID != nil {
		l.and(`i.collection_type_id = ` + l.arg(*f.CollectionTypeID))
	}
	if err := r.valueFilters(ctx, &l, f.Values); err != nil {
		return catalog.Page[catalog.Item]{}, err
	}
	l.search(f.Search, itemsWithWord)
	if r.only != nil {
		l.and(`i.collection_id = any(` + l.arg(r.only) + `)`)
	}
	l.capped = f.CollectionTypeID != nil || len(f.Values) > 0 || f.Search.Asked
	if l.capped || r.only != nil {
		l.total = "" // only the two whole lists have kept totals
	}
	return page[catalog.Item](ctx, r, p, l)
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

// valueFilters reads the fields of the filters, to parse their values, and adds a
// filter for each. A value counts only while the item has the type of its field.
func (r Reader) valueFilters(ctx context.Context, l *list, filters []catalog.ValueFilter) error {
	if len(filters) == 0 {
		return nil
	}
	ids := make([]int64, len(filters))
	for i, f := range filters {
		ids[i] = f.FieldID
	}
	fields, err := all[catalog.CustomField](ctx, r.accountWide(), customFields.query(`account_id = $1 and id = any($2)`), r.account, ids)
	if err != nil {
		return err
	}
	known := map[int64]catalog.CustomField{}
	for _, f := range fields {
		known[f.ID] = f
	}
	var wrong fault.Invalid
	for _, f := range filters {
		field, ok := known[f.FieldID]
		value, fits := catalog.ParseValue(field, f.Text)
		switch name := "custom_fields." + formatID(f.FieldID); {
		case !ok:
			wrong.Add(name, "The selected custom field is invalid.")
		case !fits:
			wrong.Add(name, "The value does not fit the kind of the custom field, %s.", field.FieldType)
		default:
			l.and(`i.collection_type_id = ` + l.arg(field.CollectionTypeID))
			l.among(itemsWithValue(l.arg(f.FieldID), l.arg(value)))
		}
	}
	return wrong.Err()
}

func formatID(id int64) string { return strconv.FormatInt(id, 10) }
