package inventory

import (
	"context"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// checkedValues checks the values of an input against the fields of its type. If a field
// is deleted meanwhile, the write fails and is retried.
func checkedValues(ctx context.Context, w engine.Writer, in catalog.ItemInput) (values []catalog.Value, none []int64, err error) {
	if len(in.CustomFields) == 0 {
		return nil, nil, nil
	}
	known, err := readTypeFields(ctx, w, in.CollectionTypeID)
	if err != nil {
		return nil, nil, err
	}
	return catalog.CheckValues(known.fields, in.CustomFields)
}

// ItemParams are the arguments of an item: attributes, category, set, tags, wish and values.
func ItemParams(w engine.Writer, in catalog.ItemInput, values []catalog.Value) engine.Params {
	shown := make([]string, len(values))
	for i, v := range values {
		shown[i] = `"` + engine.FormatID(v.FieldID) + `":` + v.JSON
	}
	tags := []int64{}
	if in.TagIDs.Value != nil {
		tags = *in.TagIDs.Value
	}
	given := ValueColumns(w, values)
	return engine.Params{
		"collection_type_id": in.CollectionTypeID, "name": in.Name, "description": in.Description, "sort_name": catalog.Fold(in.Name),
		"search": Marked(w, catalog.Words(in.Texts()...)), "custom_fields": `{` + strings.Join(shown, ",") + `}`,
		"category_id": in.CategoryID.Value, "set_id": in.SetID.Value, "series_id": in.SeriesID.Value, "tag_ids": tags,
		"wanted": in.Wanted.Value, "wanted_priority": in.WantedPriority.Value, "wanted_max_price": in.WantedMaxPrice.Value,
		"wanted_currency_code": in.WantedCurrencyCode.Value,
		"value_fields":         given.Fields, "value_contents": given.Contents, "value_words": given.Words, "value_codes": given.Codes,
	}
}

const (
	// recordValues stores the values of the changed item for filters and search.
	recordValues = `
			insert into item_values (account_id, item_id, custom_field_id, value, search, code)
			select $1, changed.id, v.field, v.value::jsonb, array_to_tsvector(string_to_array(v.words, ' ')), v.code
			from changed, unnest(@value_fields::bigint[], @value_contents::text[], @value_words::text[], @value_codes::bigint[]) v (field, value, words, code)`

	// keptValues are the item's values of the given type that stay.
	keptValues = `(case when i.collection_type_id = @collection_type_id then i.custom_fields else (
				select coalesce(jsonb_object_agg(v.custom_field_id, v.value), '{}') from item_values v join custom_fields f on f.account_id = $1 and f.id = v.custom_field_id
				where v.account_id = $1 and v.item_id = i.id and f.collection_type_id = @collection_type_id) end - array(select field::text from unnest(@emptied::bigint[]) field))`
)

const (
	// GivenValues and changedValues are the logged values of a changed item, by field.
	GivenValues = `case changed.custom_fields when '{}' then '[]' else (
		select jsonb_agg(jsonb_build_object('field', 'custom_fields.' || key, 'from', null, 'to', value) order by key::bigint) from jsonb_each(changed.custom_fields)) end`
	changedValues = `(select coalesce(jsonb_agg(jsonb_build_object('field', 'custom_fields.' || coalesce(o.key, n.key), 'from', o.value, 'to', n.value)
			order by coalesce(o.key, n.key)::bigint), '[]')
		from before, jsonb_each(before.custom_fields) o full join jsonb_each(changed.custom_fields) n on n.key = o.key where o.value is distinct from n.value)`
)

// Columns are values as columns.
type Columns struct {
	Fields   []int64
	Contents []string // JSON
	Words    []*string
	Codes    []*int64
}

// ValueColumns are values as columns.
func ValueColumns(w engine.Writer, values []catalog.Value) Columns {
	n := len(values)
	c := Columns{make([]int64, n), make([]string, n), make([]*string, n), make([]*int64, n)}
	left := catalog.MaxValueWords
	for i, v := range values {
		c.Fields[i], c.Contents[i], c.Codes[i] = v.FieldID, v.JSON, v.Code()
		if v.Text != "" {
			found := catalog.Words(v.Text)
			found = found[:min(len(found), left)]
			left -= len(found)
			c.Words[i] = new(strings.Join(Marked(w, found), " "))
		}
	}
	return c
}

// Marked prefixes words with the account, as the column search stores them. Instances of the previous
// release search for that form; triggers remove the prefix from the tables of words. It can go when
// nobody upgrades from that release any more.
func Marked(w engine.Writer, words []string) []string {
	marked := make([]string, len(words))
	for i, word := range words {
		marked[i] = engine.FormatID(w.AccountID()) + "/" + word
	}
	return marked
}
