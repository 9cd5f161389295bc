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

// ItemSheet is an item with what its page says of its collection and type, and of what
// it is sorted by.
type ItemSheet struct {
	Item
	CollectionName, CollectionEmoji string
	Currency                        string    // of the collection
	CoverPhotoID                    *int64    // of the collection
	Type                            *TypeForm // nil without a type
	CategoryPath                    []string  // the names from the outermost category to its own
	SetName, SeriesName             *string
	Tags                            []TagLink // by name
}

// TagLink is what a page shows of a tag.
type TagLink struct {
	ID          int64
	Name, Color string
}

// PlacedCopy is a copy with the names of its location, the outermost first.
type PlacedCopy struct {
	Copy
	Place []string
}

// CopySheet is a copy with what its page says of its item and collection.
type CopySheet struct {
	PlacedCopy
	ItemName                        string
	PhotoID                         *int64 // the main one of the item
	CollectionID                    int64
	CollectionName, CollectionEmoji string
	Currency                        string // of the collection
}

// Cover is a photo on the cover of a collection.
type Cover struct{ ItemID, PhotoID int64 }
