package catalog

import (
	"regexp"
	"time"

	"vitrine/internal/fault"
)

// CollectionType defines which custom fields an item has.
type CollectionType struct {
	ID                   int64
	UUID                 string
	Name, Color          string
	CreatedAt, UpdatedAt time.Time
}

const defaultColor = "#6B7280"

var hexColor = regexp.MustCompile(`^#[0-9A-Fa-f]{6}$`)

// NewCollectionType holds the attributes of a new type.
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

// CollectionTypeInput holds everything that a client may write of a type.
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

// MaxLinks limits how many collections or types one request may link.
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
