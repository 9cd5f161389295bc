package catalog

import (
	"time"

	"vitrine/internal/fault"
)

// Series groups items of any collections, such as the editions of a work.
type Series struct {
	ID                   int64
	UUID                 string
	Name                 string
	Description          *string
	CreatedAt, UpdatedAt time.Time
}

// SeriesInput holds everything that a client may write of a series.
type SeriesInput struct {
	Name        string
	Description *string
}

func (in *SeriesInput) Validate() error {
	var e fault.Invalid
	e.Text("name", in.Name, MaxName)
	maxOptional(&e, "description", in.Description, MaxDescription)
	return e.Err()
}
