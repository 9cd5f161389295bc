package catalog

// TypeForm is a collection type with its fields, in the order of a form.
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

// ItemSheet is an item with the data of its page: collection, type, category and tags.
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

// PlacedCopy is a copy with the names of its location, the outermost first, and of its condition.
type PlacedCopy struct {
	Copy
	Place     []string
	Condition *string // its name
}

// CopySheet is a copy with the data of its page: item and collection.
type CopySheet struct {
	PlacedCopy
	Nth                             int64 // among the copies of its item, from 1
	ItemName                        string
	PhotoID                         *int64 // the main one of the item
	CollectionID                    int64
	CollectionName, CollectionEmoji string
	Currency                        string // of the collection
}

// Cover is a photo on the cover of a collection.
type Cover struct{ ItemID, PhotoID int64 }
