package catalog

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"vitrine/internal/fault"
)

// ItemFilter selects and orders the items of a list.
type ItemFilter struct {
	CollectionID     *int64
	CollectionTypeID *int64
	Untyped          bool  // has no type
	HasCopies        *bool // has a copy that is held, or none
	HasPhotos        *bool
	Search           Search
	Values           []ValueFilter
	Sort             Sort
	Known            []CustomField // fields already read
	SortedBy         SortedBy
	Wish             WishFilter
	Copies           CopiesAsked
	Since            *time.Time // was changed then or later
}

// Narrow reports whether the filter excludes anything from its list.
func (f ItemFilter) Narrow() bool {
	return f.CollectionTypeID != nil || f.Untyped || f.HasCopies != nil || f.HasPhotos != nil || len(f.Values) > 0 || f.Search.Asked || f.SortedBy.Asked() || f.Wish.Asked() || f.Copies.Asked() || f.Since != nil
}

// Simple reports whether the filter is one that an index counts: a type, a category, a set, a series or
// wishes, and nothing else.
func (f ItemFilter) Simple() bool {
	n := 0
	for _, asked := range []bool{f.CollectionTypeID != nil, f.SortedBy.CategoryID.Asked, f.SortedBy.SetID.Asked, f.SortedBy.SeriesID.Asked, f.Wish.Asked()} {
		if asked {
			n++
		}
	}
	f.CollectionTypeID, f.Wish = nil, WishFilter{}
	f.SortedBy.CategoryID, f.SortedBy.SetID, f.SortedBy.SeriesID = IDFilter{}, IDFilter{}, IDFilter{}
	return n == 1 && !f.Narrow()
}

// ValueFilter selects items by the value of a custom field: one value, or a range. Values are as
// written in the query; empty ones do not filter.
type ValueFilter struct {
	FieldID        int64
	Text, Min, Max string
}

// FieldIDs are the fields that the filter and the order need.
func (f ItemFilter) FieldIDs() []int64 {
	var ids []int64
	for _, v := range f.Values {
		ids = append(ids, v.FieldID)
	}
	if f.Sort.FieldID != 0 {
		ids = append(ids, f.Sort.FieldID)
	}
	return ids
}

const (
	maxValueFilters = 8
	valueForms      = "The custom_fields parameter must have the form custom_fields[ID]=value, custom_fields[ID][min]=value or custom_fields[ID][max]=value."
)

// NewValueFilters reads custom_fields[ID]=value, custom_fields[ID][min]=value and
// custom_fields[ID][max]=value.
func NewValueFilters(e *fault.Invalid, query url.Values) []ValueFilter {
	found := map[int64]*ValueFilter{}
	for name, given := range query {
		rest, ok := strings.CutPrefix(name, "custom_fields[")
		id, bound, closed := strings.Cut(rest, "]")
		if !ok || !closed || strings.TrimSpace(given[0]) == "" {
			continue
		}
		field, err := strconv.ParseInt(id, 10, 64)
		if err != nil || field < 1 || strconv.FormatInt(field, 10) != id || !utf8.ValidString(given[0]) || strings.ContainsRune(given[0], 0) {
			e.Add("custom_fields", valueForms)
			continue
		}
		if found[field] == nil {
			found[field] = &ValueFilter{FieldID: field}
		}
		switch bound {
		case "":
			found[field].Text = given[0]
		case "[min]":
			found[field].Min = given[0]
		case "[max]":
			found[field].Max = given[0]
		default:
			e.Add("custom_fields", valueForms)
		}
	}
	var all []ValueFilter
	for _, f := range found {
		all = append(all, *f)
	}
	if len(all) > maxValueFilters {
		e.Addf("custom_fields", "The %s parameter must not be given more than %d times.", maxValueFilters)
	}
	slices.SortFunc(all, func(a, b ValueFilter) int { return cmp.Compare(a.FieldID, b.FieldID) })
	return all
}

const (
	maxSearch      = 255
	maxSearchWords = 16
)

// NewSearch reads a search as typed. An empty text matches everything. Errors are noted on the field.
func NewSearch(e *fault.Invalid, field, typed string) Search {
	typed = strings.TrimSpace(typed)
	if typed == "" {
		return Search{}
	}
	if !utf8.ValidString(typed) {
		e.Addf(field, "The %s parameter must be UTF-8.")
		return Search{}
	}
	e.Max(field, typed, maxSearch)
	words := Words(typed)
	return Search{Asked: true, Words: words[:min(len(words), maxSearchWords)]}
}

// Search requires every word to begin a word of the object. A search without words, such as
// punctuation, finds nothing.
type Search struct {
	Asked     bool
	Words     []string
	Wide      bool // items are found by all their values and by the names of what they have, too
	Forgiving bool // a word that nothing has is read as those that are nearest

	// What was read of the account.
	Senses map[string]Sense    `json:"-"` // of the words that have one
	Read   map[string][]string `json:"-"` // instead of words that nothing has
}

// Sort is an order of items, by creation if it has neither key nor field.
type Sort struct {
	Key        string
	FieldID    int64 // a custom field, instead of a key
	Descending bool
}

// NewSort reads an order of items: a key or custom_fields[ID], after a minus if it is
// descending.
func NewSort(e *fault.Invalid, name, typed string) Sort {
	key, descending := strings.CutPrefix(strings.TrimSpace(typed), "-")
	if rest, ok := strings.CutPrefix(key, "custom_fields["); ok {
		id, closed := strings.CutSuffix(rest, "]")
		if field, err := strconv.ParseInt(id, 10, 64); closed && err == nil && field > 0 && strconv.FormatInt(field, 10) == id {
			return Sort{FieldID: field, Descending: descending}
		}
	}
	if key != "" && !slices.Contains(ItemSorts, key) || descending && key == "" {
		e.Addf(name, "The %s parameter must be one of %s or custom_fields[ID], with a minus before it for descending.", strings.Join(ItemSorts, ", "))
		return Sort{}
	}
	return Sort{Key: key, Descending: descending}
}

// String is the order as it is written in a query.
func (s Sort) String() string {
	text := s.Key
	if s.FieldID != 0 {
		text = "custom_fields[" + strconv.FormatInt(s.FieldID, 10) + "]"
	}
	if s.Descending {
		return "-" + text
	}
	return text
}

// ItemSorts are the keys items can be sorted by.
var ItemSorts = []string{"name", "created_at", "updated_at"}
