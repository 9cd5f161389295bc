package catalog

import (
	"strings"
	"unicode/utf8"

	"vitrine/internal/fault"
)

// ItemFilter selects and orders the items of a list.
type ItemFilter struct {
	CollectionID     *int64
	CollectionTypeID *int64
	Search           Search
	Values           []ValueFilter
	Sort             Sort
}

// ValueFilter selects items by the value of a custom field.
type ValueFilter struct {
	FieldID int64
	Text    string // as written in the query
}

// CopyFilter selects the copies of a list.
type CopyFilter struct {
	ItemID       *int64
	Status       string
	LocationID   *int64
	Nested       bool // includes everything inside the location
	CollectionID *int64
	Search       Search
}

// Everything reports whether the filter selects every copy.
func (f CopyFilter) Everything() bool { return f.ItemID == nil && !f.Narrow() }

// Narrow reports whether the filter excludes anything from its list.
func (f CopyFilter) Narrow() bool {
	return f.Status != "" || f.LocationID != nil || f.CollectionID != nil || f.Search.Asked
}

// CopyStatuses lists the values of a copy's status.
var CopyStatuses = copyStatuses

const (
	maxSearch      = 255
	maxSearchWords = 16
)

// NewSearch reads what was typed; nothing asks for nothing. What is wrong is noted on
// the field.
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

// Search requires every word to begin a word of the object. A search without
// words finds nothing.
type Search struct {
	Asked bool
	Words []string
}

// Sort is an order of items, by creation if it has no key.
type Sort struct {
	Key        string
	Descending bool
}

// ItemSorts are the keys items can be sorted by.
var ItemSorts = []string{"name", "created_at", "updated_at"}
