package postgres

import (
	"context"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

// Row security lets no text be compared before it has seen the row, so that a
// search reads the words of the whole account, once for each word.

// itemsWithWord finds items by the beginning of a word in their name or
// description, or in a text that their present type has a field for.
const itemsWithWord = `i.id = any(array(
	select id from items where account_id = $1 and search @@ ?::tsquery
	union all
	select v.item_id from item_values v
	join custom_fields f on f.account_id = $1 and f.id = v.custom_field_id
	join items o on o.account_id = $1 and o.id = v.item_id and o.collection_type_id = f.collection_type_id
	where v.account_id = $1 and v.search @@ ?::tsquery))`

// itemsWithValue finds items by what one field of their present type says.
const itemsWithValue = `exists (
	select from item_values v join custom_fields f on f.account_id = $1 and f.id = v.custom_field_id
	where v.account_id = $1 and v.item_id = i.id and v.custom_field_id = ? and f.collection_type_id = i.collection_type_id
	  and jsonb_hash_extended(v.value, 0) = jsonb_hash_extended(?::jsonb, 0) and v.value = ?::jsonb)`

func (r Reader) items(ctx context.Context, f catalog.ItemFilter, p catalog.Paging, parent string) (catalog.Page[catalog.Item], error) {
	c := from(r, `items i where i.account_id = $1`)
	l := list{parent: parent, columns: item, order: itemOrder(f.Sort), total: "items"}
	if f.CollectionID != nil {
		c.and(`i.collection_id = ?`, *f.CollectionID)
		l.total, l.of = "collection_items", *f.CollectionID
	}
	if f.CollectionTypeID != nil {
		c.and(`i.collection_type_id = ?`, *f.CollectionTypeID)
	}
	if err := r.valueFilters(ctx, c, f.Values); err != nil {
		return catalog.Page[catalog.Item]{}, err
	}
	c.search(r, f.Search, itemsWithWord)
	if r.only != nil {
		c.and(`i.collection_id = any(?)`, r.only)
	}
	if f.CollectionTypeID != nil || len(f.Values) > 0 || f.Search.Asked || r.only != nil {
		l.total = "" // nobody keeps count of these
	}
	l.rows, l.args = c.sql.String(), c.args
	return page[catalog.Item](ctx, r, p, l)
}

func itemOrder(s catalog.Sort) string {
	key := map[string]string{"name": "i.sort_name, ", "created_at": "i.created_at, ", "updated_at": "i.updated_at, "}[s.Key]
	if s.Descending {
		return reversed(key + "i.id")
	}
	return key + "i.id"
}

// valueFilters reads the fields that are asked about, to know what their values
// look like, and adds a condition for each.
func (r Reader) valueFilters(ctx context.Context, c *clause, filters []catalog.ValueFilter) error {
	if len(filters) == 0 {
		return nil
	}
	ids := make([]int64, len(filters))
	for i, f := range filters {
		ids[i] = f.FieldID
	}
	fields, err := all[catalog.CustomField](ctx, r, `select `+customField+` from custom_fields where account_id = $1 and id = any($2)`, r.account, ids)
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
			c.and(itemsWithValue, f.FieldID, value, value)
		}
	}
	return wrong.Err()
}

func formatID(id int64) string { return strconv.FormatInt(id, 10) }
