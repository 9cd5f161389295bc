package catalog

import "encoding/json"

// What visitors see of a collection. These types hold all that may be shown and nothing
// else; what a link does not show is absent.

// ShownCollection is a collection as visitors see it.
type ShownCollection struct {
	ID          int64
	Name, Emoji string
	Description *string
	Items       int64  // that are shown: those of which a copy is held
	PhotoID     *int64 // one that stands for it
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

// ShownPhoto is what is said of a photo.
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
