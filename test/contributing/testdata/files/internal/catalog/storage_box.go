package catalog

import (
	"time"

	"vitrine/internal/fault"
)

// StorageBox is a box that things of a collection are kept in.
type StorageBox struct {
	ID, CollectionID     int64
	UUID                 string
	Name                 string
	Description          *string
	CreatedAt, UpdatedAt time.Time
}

// StorageBoxFilter limits the list of boxes.
type StorageBoxFilter struct {
	Search       Search
	CollectionID *int64
}

// StorageBoxInput holds what a client may write of a box.
type StorageBoxInput struct {
	Name        string
	Description *string
}

func (in *StorageBoxInput) Validate() error {
	var e fault.Invalid
	in.rules(&e)
	return e.Err()
}

func (in *StorageBoxInput) rules(e *fault.Invalid) {
	e.Text("name", in.Name, MaxName)
	maxOptional(e, "description", in.Description, MaxDescription)
}

// NewStorageBox is a box to create.
type NewStorageBox struct {
	CollectionID *int64
	StorageBoxInput
}

func (in *NewStorageBox) Validate() error {
	var e fault.Invalid
	if in.CollectionID == nil {
		e.Addf("collection_id", "The %s field is required.")
	}
	in.rules(&e)
	return e.Err()
}
