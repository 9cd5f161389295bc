package catalog

// CopyLabel is the content of a copy's label.
type CopyLabel struct {
	ID               int64
	Identifier       *string
	Name, Collection string // of its item
	LocationID       *int64
}

// LabelFilter selects copies to be labelled: those at a location, or some of them, or
// those of some items.
type LabelFilter struct {
	Shelf  *ShelfCheck
	Copies []int64
	Items  []int64
}
