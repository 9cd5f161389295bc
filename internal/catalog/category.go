package catalog

import (
	"time"

	"vitrine/internal/fault"
)

// Category is a heading of a collection. Categories nest.
type Category struct {
	ID, CollectionID     int64
	UUID                 string
	ParentID             *int64 // nil at top level
	Name                 string
	Description          *string
	CreatedAt, UpdatedAt time.Time
}

// CategoryInput holds everything that a client may write of a category.
type CategoryInput struct {
	Name        string
	Description *string
	ParentID    *int64
}

func (in *CategoryInput) Validate() error {
	var e fault.Invalid
	e.Text("name", in.Name, MaxName)
	maxOptional(&e, "description", in.Description, MaxDescription)
	return e.Err()
}
