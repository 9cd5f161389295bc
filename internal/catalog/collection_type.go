package catalog

import (
	"regexp"
	"time"

	"vitrine/internal/fault"
)

// CollectionType is a category that decides which custom fields an item has.
type CollectionType struct {
	ID                   int64
	Name, Color          string
	CreatedAt, UpdatedAt time.Time
}

const defaultColor = "#6B7280"

var hexColor = regexp.MustCompile(`^#[0-9A-Fa-f]{6}$`)

// NewCollectionType is what a new type begins with.
type NewCollectionType struct{ Name, Color string }

func (in *NewCollectionType) Validate() error {
	var e fault.Invalid
	e.Text("name", in.Name, MaxName)
	if in.Color == "" {
		in.Color = defaultColor
	}
	color(&e, in.Color)
	return e.Err()
}

// CollectionTypeInput is the whole of a type that a client may write.
type CollectionTypeInput struct{ Name, Color string }

func (in *CollectionTypeInput) Validate() error {
	var e fault.Invalid
	e.Text("name", in.Name, MaxName)
	if e.Required("color", in.Color) {
		color(&e, in.Color)
	}
	return e.Err()
}

func color(e *fault.Invalid, value string) {
	if !hexColor.MatchString(value) {
		e.Addf("color", "The %s field must be a hex color such as #6B7280.")
	}
}

// MaxLinks is how many collections or types may be linked by one request.
const MaxLinks = 1000

// Links replaces the collections of a type; nil changes nothing.
type Links struct{ CollectionIDs []int64 }

func (in *Links) Validate() error {
	var e fault.Invalid
	links(&e, "collection_ids", in.CollectionIDs)
	return e.Err()
}

func links(e *fault.Invalid, field string, ids []int64) {
	if len(ids) > MaxLinks {
		e.Addf(field, "The %s field must not have more than %d items.", MaxLinks)
	}
}
