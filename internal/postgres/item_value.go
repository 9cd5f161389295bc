package postgres

import (
	"context"
	"strings"

	"vitrine/internal/catalog"
)

// values holds the values of an input against the fields of its type. A field
// that is deleted meanwhile breaks the write, which is then tried again.
func (w Writer) values(ctx context.Context, in catalog.ItemInput) (values []catalog.Value, none []int64, err error) {
	if len(in.CustomFields) == 0 {
		return nil, nil, nil
	}
	fields, err := all[catalog.CustomField](ctx, w.Reader, `
		select `+customField+` from custom_fields where account_id = $1 and collection_type_id = $2`, w.account, in.CollectionTypeID)
	if err != nil {
		return nil, nil, err
	}
	return catalog.CheckValues(fields, in.CustomFields)
}

// itemArgs are the arguments $1 to $11 that making and updating an item share.
func (w Writer) itemArgs(collection int64, in catalog.ItemInput, values []catalog.Value) []any {
	ids, texts, words := make([]int64, len(values)), make([]string, len(values)), make([]*string, len(values))
	shown, left := make([]string, len(values)), catalog.MaxValueWords
	for i, v := range values {
		ids[i], texts[i] = v.FieldID, v.JSON
		shown[i] = `"` + formatID(v.FieldID) + `":` + v.JSON
		if v.Text != "" {
			found := catalog.Words(v.Text)
			found = found[:min(len(found), left)]
			left -= len(found)
			words[i] = new(strings.Join(w.marked(found), " "))
		}
	}
	return []any{w.account, collection, in.CollectionTypeID, in.Name, in.Description,
		catalog.Fold(in.Name), w.marked(catalog.Words(in.Texts()...)), ids, texts, words, `{` + strings.Join(shown, ",") + `}`}
}

// marked are words as the column search has them, with the account before each.
// That is how the release before looks for them, on instances that are still to
// be replaced; the triggers that keep the tables of words take it off. When
// nobody upgrades from that release any more, it can go.
func (w Writer) marked(words []string) []string {
	marked := make([]string, len(words))
	for i, word := range words {
		marked[i] = formatID(w.account) + "/" + word
	}
	return marked
}
