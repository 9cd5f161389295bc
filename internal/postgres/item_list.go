package postgres

import (
	"context"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

// itemsWithWord finds items by the beginning of a word in their name or
// description, or in a text that their present type has a field for: words of
// other values are not kept.
var itemsWithWord = filter{
	query: `
		select item_id from item_words where account_id = $1 and word >= {1} and word < {2}
		union all
		select item_id from item_value_words where account_id = $1 and word >= {1} and word < {2}`,
	test: `(i.search @@ (select {3}::text::tsquery) or i.collection_type_id is not null and exists (
		select from item_values v
		cross join lateral (select collection_type_id from custom_fields where account_id = $1 and id = v.custom_field_id offset 0) f
		where v.account_id = $1 and v.item_id = i.id and v.search @@ (select {3}::text::tsquery) and f.collection_type_id = i.collection_type_id offset 0))`,
	frequent: `exists (select from item_words where account_id = $1 and word = {1} limit 1 offset 10000)`,
}

// itemsWithValue finds items by what one field says of them. The hash is what
// the index has.
var itemsWithValue = filter{
	query: `
		select item_id from item_values
		where account_id = $1 and custom_field_id = {1} and value_hash = jsonb_hash_extended({2}::jsonb, 0) and value = {2}::jsonb`,
	test: `exists (select from item_values where account_id = $1 and item_id = i.id and custom_field_id = {1} and value = {2}::jsonb offset 0)`,
}

func (r Reader) items(ctx context.Context, f catalog.ItemFilter, p catalog.Paging, parent string) (catalog.Page[catalog.Item], error) {
	r = r.narrowed()
	c := from(r, `items`, `i`)
	l := list{parent: parent, columns: item, order: itemOrder(f.Sort), total: "items"}
	if f.CollectionID != nil {
		r = r.inCollection(*f.CollectionID)
		c.and(`i.collection_id = ?`, *f.CollectionID)
		l.total, l.of = "collection_items", *f.CollectionID
	}
	if f.CollectionTypeID != nil {
		c.and(`i.collection_type_id = ?`, *f.CollectionTypeID)
	}
	if err := r.valueFilters(ctx, c, f.Values); err != nil {
		return catalog.Page[catalog.Item]{}, err
	}
	c.search(f.Search, itemsWithWord)
	if r.only != nil {
		c.and(`i.collection_id = any(?)`, r.only)
	}
	l.capped = f.CollectionTypeID != nil || len(f.Values) > 0 || f.Search.Asked
	if l.capped || r.only != nil {
		l.total = "" // nobody keeps count of these
	}
	c.fill(&l)
	return page[catalog.Item](ctx, r, p, l)
}

func itemOrder(s catalog.Sort) sorting {
	order := byID(`i.`)
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

// valueFilters reads the fields that are asked about, to know what their values
// look like, and adds a query for each. Values count only while the item has the
// type of their field.
func (r Reader) valueFilters(ctx context.Context, c *clause, filters []catalog.ValueFilter) error {
	if len(filters) == 0 {
		return nil
	}
	ids := make([]int64, len(filters))
	for i, f := range filters {
		ids[i] = f.FieldID
	}
	fields, err := all[catalog.CustomField](ctx, r.accountWide(), `select `+customField+` from custom_fields where account_id = $1 and id = any($2)`, r.account, ids)
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
			wrong.Add(name, "The value does not fit the kind of the custom field, "+field.FieldType+".")
		default:
			c.and(`i.collection_type_id = ?`, field.CollectionTypeID)
			c.among(itemsWithValue, f.FieldID, value)
		}
	}
	return wrong.Err()
}

func formatID(id int64) string { return strconv.FormatInt(id, 10) }
