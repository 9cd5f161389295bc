package catalog

import "encoding/json"

// The types of a shared collection hold everything that visitors may see. Members that a link does not
// show are absent.

// ShownCollection is a collection as visitors see it.
type ShownCollection struct {
	ID          int64
	Name, Emoji string
	Description *string
	Items       int64  // that are shown: those of which a copy is held
	PhotoID     *int64 // the photo that represents it
}

// ShownItem is an item as visitors see it.
type ShownItem struct {
	ID           int64
	Name         string
	Description  *string
	Type         *string
	Category     *string
	Set          *string
	Series       *string
	Tags         []string // by name
	CustomFields []ShownValue
	Photos       []ShownPhoto
	Copies       []ShownCopy
	Value        *Money
}

// ShownValue is the value of a field that is public.
type ShownValue struct {
	Name, Kind string
	Value      json.RawMessage
}

// ShownPhoto is a photo as visitors see it.
type ShownPhoto struct {
	ID               int64
	Caption, AltText *string
	Width, Height    int64
}

// ShownCopy is a copy that is held.
type ShownCopy struct {
	Condition *string
	Quantity  int64
}
