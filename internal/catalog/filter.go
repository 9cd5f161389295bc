package catalog

// ItemFilter says which items a list shows, and in which order.
type ItemFilter struct {
	CollectionID     *int64
	CollectionTypeID *int64
	Search           Search
	Values           []ValueFilter
	Sort             Sort
}

// ValueFilter wants items whose custom field has a value.
type ValueFilter struct {
	FieldID int64
	Text    string // as it stood in the query
}

// CopyFilter says which copies a list shows.
type CopyFilter struct {
	ItemID       *int64
	Status       string
	LocationID   *int64
	Nested       bool // the location with all it holds
	CollectionID *int64
	Search       Search
}

// Everything tells whether the filter leaves nothing out.
func (f CopyFilter) Everything() bool { return f.ItemID == nil && !f.Narrow() }

// Narrow tells whether the filter leaves out anything of the list it is for.
func (f CopyFilter) Narrow() bool {
	return f.Status != "" || f.LocationID != nil || f.CollectionID != nil || f.Search.Asked
}

// CopyStatuses are the values a copy's status can have.
var CopyStatuses = copyStatuses

// Search wants all of the words, each as the beginning of one. Asked for
// something without any word, it finds nothing.
type Search struct {
	Asked bool
	Words []string
}

// Sort is an order of items; without a key they come as they were made.
type Sort struct {
	Key        string
	Descending bool
}

// ItemSorts are the keys items can be sorted by.
var ItemSorts = []string{"name", "created_at", "updated_at"}
