package postgres

import (
	"context"
	"strings"

	"vitrine/internal/catalog"
)

// values checks the values of an input against the fields of its type. If a field
// is deleted meanwhile, the write fails and is retried.
func (w Writer) values(ctx context.Context, in catalog.ItemInput) (values []catalog.Value, none []int64, err error) {
	if len(in.CustomFields) == 0 {
		return nil, nil, nil
	}
	known, err := w.typeFields(ctx, in.CollectionTypeID)
	if err != nil {
		return nil, nil, err
	}
	return catalog.CheckValues(known.fields, in.CustomFields)
}

// itemArgs are the arguments $2 to $8 that making and updating an item share.
func (w Writer) itemArgs(collection *int64, in catalog.ItemInput, values []catalog.Value) []any {
	shown := make([]string, len(values))
	for i, v := range values {
		shown[i] = `"` + formatID(v.FieldID) + `":` + v.JSON
	}
	return []any{collection, in.CollectionTypeID, in.Name, in.Description,
		catalog.Fold(in.Name), w.marked(catalog.Words(in.Texts()...)), `{` + strings.Join(shown, ",") + `}`}
}

const (
	// recordValues stores the values of the changed item, arguments $17 to $19, for
	// filters and search.
	recordValues = `
			insert into item_values (account_id, item_id, custom_field_id, value, search)
			select $1, changed.id, v.field, v.value::jsonb, array_to_tsvector(string_to_array(v.words, ' '))
			from changed, unnest($17::bigint[], $18::text[], $19::text[]) v (field, value, words)`

	// keptValues are the values of the type $3 that the item i has, without the
	// fields $22.
	keptValues = `(case when i.collection_type_id = $3 then i.custom_fields else (
				select coalesce(jsonb_object_agg(v.custom_field_id, v.value), '{}') from item_values v join custom_fields f on f.account_id = $1 and f.id = v.custom_field_id
				where v.account_id = $1 and v.item_id = i.id and f.collection_type_id = $3) end - array(select field::text from unnest($22::bigint[]) field))`
)

const (
	// givenValues and changedValues are the values of a changed item that the log
	// tells, by their fields.
	givenValues = `(select coalesce(jsonb_agg(jsonb_build_object('field', 'custom_fields.' || key, 'from', null, 'to', value) order by key::bigint), '[]')
		from jsonb_each(changed.custom_fields))`
	changedValues = `(select coalesce(jsonb_agg(jsonb_build_object('field', 'custom_fields.' || coalesce(o.key, n.key), 'from', o.value, 'to', n.value)
			order by coalesce(o.key, n.key)::bigint), '[]')
		from before, jsonb_each(before.custom_fields) o full join jsonb_each(changed.custom_fields) n on n.key = o.key where o.value is distinct from n.value)`
)

// valueColumns are the arguments of recordValues.
func valueColumns(w Writer, values []catalog.Value) []any {
	ids, texts, words := make([]int64, len(values)), make([]string, len(values)), make([]*string, len(values))
	left := catalog.MaxValueWords
	for i, v := range values {
		ids[i], texts[i] = v.FieldID, v.JSON
		if v.Text != "" {
			found := catalog.Words(v.Text)
			found = found[:min(len(found), left)]
			left -= len(found)
			words[i] = new(strings.Join(w.marked(found), " "))
		}
	}
	return []any{ids, texts, words}
}

// marked prefixes words with the account, as the column search stores them. The
// previous release searches for that form, on instances not replaced yet; the
// triggers that keep the tables of words remove the prefix. It can go when nobody
// upgrades from that release any more.
func (w Writer) marked(words []string) []string {
	marked := make([]string, len(words))
	for i, word := range words {
		marked[i] = formatID(w.account) + "/" + word
	}
	return marked
}
