package catalog

// Summary is what the copies of an item, of a collection or at a location add up to.
// Quantity and value are those of held copies.
type Summary struct {
	Items, WantedItems     int64 // of a collection
	Copies, Held, Quantity int64
	Value                  Money
	MainPhotoID            *int64 // of an item
}
