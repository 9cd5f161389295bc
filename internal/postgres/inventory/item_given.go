package inventory

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// givenTo is the log of a new item: its attributes in display order, and its values by field. The wish
// is not included, because it depends on the collection. Computing this in PostgreSQL would take a
// sixth of a create.
func givenTo(in catalog.ItemInput, values []catalog.Value) string {
	var all given
	all.text("name", &in.Name)
	all.text("description", in.Description)
	all.id("collection_type_id", in.CollectionTypeID)
	for _, v := range slices.SortedFunc(slices.Values(values), func(a, b catalog.Value) int { return cmp.Compare(a.FieldID, b.FieldID) }) {
		all.add("custom_fields."+engine.FormatID(v.FieldID), v.JSON)
	}
	all.id("category_id", in.CategoryID.Value)
	all.id("set_id", in.SetID.Value)
	all.id("series_id", in.SeriesID.Value)
	if tags := in.TagIDs.Value; tags != nil && len(*tags) > 0 {
		shown := make([]string, len(*tags))
		for i, tag := range *tags {
			shown[i] = `"` + engine.FormatID(tag) + `"`
		}
		all.add("tag_ids", `[`+strings.Join(shown, `,`)+`]`)
	}
	return `[` + strings.Join(all, `,`) + `]`
}

// given are changes of a new object, as JSON.
type given []string

func (g *given) add(field, value string) {
	*g = append(*g, `{"field":"`+field+`","from":null,"to":`+value+`}`)
}

func (g *given) id(field string, id *int64) {
	if id != nil {
		g.add(field, `"`+engine.FormatID(*id)+`"`)
	}
}

func (g *given) text(field string, text *string) {
	if text != nil {
		quoted, _ := json.Marshal(*text) // a string always has one
		g.add(field, string(quoted))
	}
}
