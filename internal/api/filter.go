package api

import (
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

const maxFilters = 8

// filter reads the query of a list. Unknown parameters are ignored, an invalid
// known one is Invalid, a blank one is absent.
type filter struct {
	query url.Values
	wrong fault.Invalid
}

func (f *filter) text(name string) string { return strings.TrimSpace(f.query.Get(name)) }

func (f *filter) id(name string) *int64 {
	s := f.text(name)
	if s == "" {
		return nil
	}
	id, ok := parseID(s)
	if !ok {
		f.wrong.Addf(name, "The %s parameter must be an id.")
		return nil
	}
	return &id
}

func (f *filter) oneOf(name string, values []string) string {
	s := f.text(name)
	f.wrong.OneOf(name, s, values)
	return s
}

func (f *filter) boolean(name string) bool { return f.oneOf(name, []string{"true", "false"}) == "true" }

func (f *filter) search(name string) catalog.Search {
	return catalog.NewSearch(&f.wrong, name, f.query.Get(name))
}

func (f *filter) sort(name string, keys []string) catalog.Sort {
	key, descending := strings.CutPrefix(f.text(name), "-")
	if key != "" && !slices.Contains(keys, key) || descending && key == "" {
		f.wrong.Addf(name, "The %s parameter must be one of "+strings.Join(keys, ", ")+", with a minus before it for descending.")
	}
	return catalog.Sort{Key: key, Descending: descending}
}

// values reads custom_fields[ID]=value.
func (f *filter) values() []catalog.ValueFilter {
	var all []catalog.ValueFilter
	for name, given := range f.query {
		id, ok := strings.CutPrefix(name, "custom_fields[")
		id, closed := strings.CutSuffix(id, "]")
		if !ok || !closed || strings.TrimSpace(given[0]) == "" {
			continue
		}
		field, valid := parseID(id)
		if !valid || !utf8.ValidString(given[0]) || strings.ContainsRune(given[0], 0) {
			f.wrong.Add("custom_fields", "The custom_fields parameter must have the form custom_fields[ID]=value.")
			continue
		}
		all = append(all, catalog.ValueFilter{FieldID: field, Text: given[0]})
	}
	if len(all) > maxFilters {
		f.wrong.Addf("custom_fields", "The %s parameter must not be given more than %d times.", maxFilters)
	}
	slices.SortFunc(all, func(a, b catalog.ValueFilter) int { return int(a.FieldID - b.FieldID) })
	return all
}

func itemFilter(req *request) (catalog.ItemFilter, error) {
	if req.URL.RawQuery == "" {
		return catalog.ItemFilter{}, nil
	}
	f := filter{query: req.query()}
	in := catalog.ItemFilter{
		Search:           f.search("q"),
		CollectionTypeID: f.id("collection_type_id"),
		Sort:             f.sort("sort", catalog.ItemSorts),
		Values:           f.values(),
	}
	if req.id("collection") == 0 { // within a collection there is no choice
		in.CollectionID = f.id("collection_id")
	}
	return in, f.wrong.Err()
}

func copyFilter(req *request) (catalog.CopyFilter, error) {
	f := filter{query: req.query()}
	in := catalog.CopyFilter{
		Search:       f.search("q"),
		Status:       f.oneOf("status", catalog.CopyStatuses),
		LocationID:   f.id("location_id"),
		Nested:       f.boolean("include_nested"),
		CollectionID: f.id("collection_id"),
	}
	return in, f.wrong.Err()
}
