package postgres

import (
	"context"
	"slices"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

// itemsWithValue finds items by the value of a field. The index is on the hash. A row
// that was read has the values of its type.
func itemsWithValue(field, value string) filter {
	return filter{
		query: `
			select item_id from item_values
			where account_id = $1 and custom_field_id = ` + field + ` and value_hash = jsonb_hash_extended(` + value + `::jsonb, 0) and value = ` + value + `::jsonb`,
		test: shownValue(field) + ` = ` + value + `::jsonb`,
	}
}

// itemsInRange finds items by the value of a field. Bounds are conditions on its key,
// tests the same on the value: numbers and dates have one order as JSON and as keys,
// and to make the keys of thousands of rows would take seconds.
func itemsInRange(field, bounds, tests string) filter {
	return filter{query: `select item_id from item_values where account_id = $1 and custom_field_id = ` + field + bounds, test: tests}
}

// shownValue is the value of a field in the row of an item. Lists by a value are
// limited to its type, so it is shown.
func shownValue(field string) string { return `i.custom_fields -> ` + field + `::bigint::text` }

// byFields adds a filter for each value asked for, and the order by a field. A value
// counts only while the item has the type of its field.
func (r Reader) byFields(ctx context.Context, l *list, f catalog.ItemFilter) error {
	known, err := r.fieldsOf(ctx, f)
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
			l.and(`i.collection_type_id = ` + l.arg(field.CollectionTypeID))
			l.byValue(&wrong, field, v)
		} else {
			wrong.Add("custom_fields."+formatID(v.FieldID), "The selected custom field is invalid.")
		}
	}
	if id := f.Sort.FieldID; id != 0 {
		if field, ok := known[id]; ok && oneType[field.CollectionTypeID] {
			l.sortByValue(id, f.Sort.Descending)
		} else {
			wrong.Add("sort", "The sort parameter must name a custom field of the type that the list is limited to.")
		}
	}
	return wrong.Err()
}

// fieldsOf are the fields that a filter names, by id.
func (r Reader) fieldsOf(ctx context.Context, f catalog.ItemFilter) (map[int64]catalog.CustomField, error) {
	known := map[int64]catalog.CustomField{}
	for _, field := range f.Known {
		known[field.ID] = field
	}
	ids := slices.DeleteFunc(f.FieldIDs(), func(id int64) bool { _, ok := known[id]; return ok })
	if len(ids) == 0 {
		return known, nil
	}
	fields, err := all[catalog.CustomField](ctx, accountWide(r), customFields.query(`account_id = $1 and id = any($2)`), r.account, ids)
	for _, field := range fields {
		known[field.ID] = field
	}
	return known, err
}

// byValue filters a list by the value of a field.
func (l *list) byValue(wrong *fault.Invalid, field catalog.CustomField, v catalog.ValueFilter) {
	name := "custom_fields." + formatID(field.ID)
	parse := func(name, text string) string {
		value, fits := catalog.ParseValue(field, text)
		if !fits {
			wrong.Add(name, "The value does not fit the kind of the custom field, %s.", field.FieldType)
		}
		return value
	}
	if v.Text != "" {
		value := parse(name, v.Text)
		l.among(itemsWithValue(l.arg(field.ID), l.arg(value)))
	}
	var bounds, tests []string
	for _, b := range []struct{ name, text, compare string }{{name + ".min", v.Min, ` >= `}, {name + ".max", v.Max, ` <= `}} {
		switch {
		case b.text == "":
		case !catalog.Ranged(field.FieldType):
			wrong.Add(b.name, "Only numbers, dates and ratings have a range.")
		default:
			bound := l.arg(parse(b.name, b.text)) + `::jsonb`
			bounds = append(bounds, ` and sort_key`+b.compare+`(select value_key(`+bound+`))`)
			tests = append(tests, b.compare+bound)
		}
	}
	if len(bounds) > 0 {
		id := l.arg(field.ID)
		for i := range tests {
			tests[i] = shownValue(id) + tests[i]
		}
		l.among(itemsInRange(id, strings.Join(bounds, ``), strings.Join(tests, ` and `)))
	}
}

// sortByValue orders a list of items by a custom field.
func (l *list) sortByValue(field int64, down bool) {
	asked := l.arg(field)
	l.and(asked + `::bigint is not null`) // the statement of the total takes the argument, too
	l.sortBy(valueOrder(field, asked, down))
}

// valueOrder is the order of items by a custom field, whose placeholder is given.
func valueOrder(field int64, asked string, down bool) keyedOrder {
	return keyedOrder{
		name: formatID(field), kind: text, null: `text collate "C"`, down: down,
		shown: `(select sort_key from item_values where account_id = $1 and item_id = shown.id and custom_field_id = ` + asked + `)`,
		having: `item_values v cross join lateral (select * from items where account_id = $1 and id = v.item_id offset 0) i
			where v.account_id = $1 and v.custom_field_id = ` + asked + ` and v.sort_key is not null`,
		key: `v.sort_key`, id: `v.item_id`,
		without: `not exists (select from item_values where account_id = $1 and item_id = i.id and custom_field_id = ` + asked + ` offset 0)`,
	}
}
