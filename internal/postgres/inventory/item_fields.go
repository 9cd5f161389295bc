package inventory

import (
	"context"
	"slices"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres/internal/engine"
)

// itemsWithValue finds items by the value of a field, with an index on its hash of 64 bits, so that no value is
// read. The test uses the values in the row.
func itemsWithValue(field, value string) engine.Filter {
	return engine.Filter{
		Query: `
			select item_id from item_values
			where account_id = $1 and custom_field_id = ` + field + ` and value_hash = jsonb_hash_extended(` + value + `::jsonb, 0)`,
		Test: shownValue(field) + ` = ` + value + `::jsonb`,
	}
}

// itemsInRange finds items by a range of a field's value. Bounds are conditions on its key, tests the
// same on the JSON value: numbers and dates sort alike in both, and computing keys for thousands of
// rows would take seconds.
func itemsInRange(field, bounds, tests string) engine.Filter {
	return engine.Filter{Query: `select item_id from item_values where account_id = $1 and custom_field_id = ` + field + bounds, Test: tests}
}

// shownValue is the value of a field in the row of an item. Lists by a value are limited to its type,
// so the row has it.
func shownValue(field string) string { return `i.custom_fields -> ` + field + `::bigint::text` }

// byFields adds a filter for each value, and the order by a field. A value counts only while the item
// has the type of its field.
func byFields(ctx context.Context, r engine.Reader, l *engine.List, f catalog.ItemFilter) error {
	known, err := readFields(ctx, r, f)
	if err != nil {
		return err
	}
	var wrong fault.Invalid
	oneType := map[int64]bool{}
	if f.CollectionTypeID != nil {
		oneType[*f.CollectionTypeID] = true
	}
	for _, v := range f.Values {
		if field, ok := known[v.FieldID]; ok {
			oneType[field.CollectionTypeID] = true
			l.And(`i.collection_type_id = ` + l.Arg(field.CollectionTypeID))
			byValue(l, &wrong, field, v)
		} else {
			wrong.Add("custom_fields."+engine.FormatID(v.FieldID), "The selected custom field is invalid.")
		}
	}
	if id := f.Sort.FieldID; id != 0 {
		if field, ok := known[id]; ok && oneType[field.CollectionTypeID] {
			sortByValue(l, id, f.Sort.Descending)
		} else {
			wrong.Add("sort", "The sort parameter must name a custom field of the type that the list is limited to.")
		}
	}
	return wrong.Err()
}

// readFields are the fields that a filter names, by id.
func readFields(ctx context.Context, r engine.Reader, f catalog.ItemFilter) (map[int64]catalog.CustomField, error) {
	known := map[int64]catalog.CustomField{}
	for _, field := range f.Known {
		known[field.ID] = field
	}
	ids := slices.DeleteFunc(f.FieldIDs(), func(id int64) bool { _, ok := known[id]; return ok })
	if len(ids) == 0 {
		return known, nil
	}
	fields, err := engine.All[catalog.CustomField](ctx, engine.AccountWide(r), customFields.Query(`account_id = $1 and id = any($2)`), r.AccountID(), ids)
	for _, field := range fields {
		known[field.ID] = field
	}
	return known, err
}

// byValue filters a list by the value of a field.
func byValue(l *engine.List, wrong *fault.Invalid, field catalog.CustomField, v catalog.ValueFilter) {
	name := "custom_fields." + engine.FormatID(field.ID)
	parse := func(name, text string) string {
		value, fits := catalog.ParseValue(field, text)
		if !fits {
			wrong.Add(name, "The value does not fit the kind of the custom field, %s.", field.FieldType)
		}
		return value
	}
	if v.Text != "" {
		value := parse(name, v.Text)
		l.Among(itemsWithValue(l.Arg(field.ID), l.Arg(value)))
	}
	var bounds, tests []string
	for _, b := range []struct{ name, text, compare string }{{name + ".min", v.Min, ` >= `}, {name + ".max", v.Max, ` <= `}} {
		switch {
		case b.text == "":
		case !catalog.Ranged(field.FieldType):
			wrong.Add(b.name, "Only numbers, dates and ratings have a range.")
		default:
			bound := l.Arg(parse(b.name, b.text)) + `::jsonb`
			bounds = append(bounds, ` and sort_key`+b.compare+`(select value_key(`+bound+`))`)
			tests = append(tests, b.compare+bound)
		}
	}
	if len(bounds) > 0 {
		id := l.Arg(field.ID)
		for i := range tests {
			tests[i] = shownValue(id) + tests[i]
		}
		l.Among(itemsInRange(id, strings.Join(bounds, ``), strings.Join(tests, ` and `)))
	}
}

// sortByValue orders a list of items by a custom field.
func sortByValue(l *engine.List, field int64, down bool) {
	asked := l.Arg(field)
	l.Use(asked, `bigint`)
	l.SortBy(valueOrder(field, asked, down))
}

// valueOrder is the order of items by a custom field, given by its placeholder.
func valueOrder(field int64, asked string, down bool) engine.KeyedOrder {
	return engine.KeyedOrder{
		Name: engine.FormatID(field), Kind: engine.Text, Null: `text collate "C"`, Down: down,
		Shown: `(select sort_key from item_values where account_id = $1 and item_id = shown.id and custom_field_id = ` + asked + `)`,
		Having: `item_values v cross join lateral (select * from items where account_id = $1 and id = v.item_id offset 0) i
			where v.account_id = $1 and v.custom_field_id = ` + asked + ` and v.sort_key is not null`,
		Key: `v.sort_key`, ID: `v.item_id`,
		Without: `not exists (select from item_values where account_id = $1 and item_id = i.id and custom_field_id = ` + asked + ` offset 0)`,
	}
}
