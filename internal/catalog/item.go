package catalog

import (
	"encoding/json"
	"time"

	"vitrine/internal/fault"
)

// Item is a catalogue entry: what a thing is, not which one of it one owns.
type Item struct {
	ID, CollectionID     int64
	CollectionTypeID     *int64
	Name                 string
	Description          *string
	CustomFields         json.RawMessage // recorded values of the present type, by field id
	CreatedAt, UpdatedAt time.Time
}

// ItemInput is the whole of an item that a client may write.
type ItemInput struct {
	Name             string
	Description      *string
	CollectionTypeID *int64
	CustomFields     []GivenValue // checked against the fields of the type later
	KeepOthers       bool         // values that are not given stay, as in a PATCH
}

// GivenValue is a value as a client sent it.
type GivenValue struct {
	Field string // an id, as far as one knows
	JSON  json.RawMessage
}

func (in *ItemInput) Validate() error {
	var e fault.Invalid
	e.Text("name", in.Name, MaxName)
	maxOptional(&e, "description", in.Description, MaxDescription)
	return e.Err()
}

// Texts are what an item is found by, besides its values.
func (in ItemInput) Texts() []string {
	if in.Description == nil {
		return []string{in.Name}
	}
	return []string{in.Name, *in.Description}
}
