package catalog

// TypeForm is a collection type with its fields, in the order in which a page asks
// for them.
type TypeForm struct {
	ID          int64
	Name, Color string
	Fields      []FieldForm
}

// FieldForm is a field of such a form.
type FieldForm struct {
	ID                int64
	Group, Name, Kind string
	Options           []string
}

// Cover is a photo on the cover of a collection.
type Cover struct{ ItemID, PhotoID int64 }
