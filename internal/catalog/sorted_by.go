package catalog

// IDFilter selects by a reference: to one object or, without an id, to none.
type IDFilter struct {
	Asked bool
	ID    *int64
}

// SortedBy selects items by category, set, series and tags.
type SortedBy struct {
	CategoryID, SetID, SeriesID IDFilter
	Nested                      bool    // includes the categories inside the one named
	TagIDs                      []int64 // the items have all of them
	AnyTagIDs                   []int64 // the items have one of them
}

// Asked reports whether the filter is set.
func (s SortedBy) Asked() bool {
	return s.CategoryID.Asked || s.SetID.Asked || s.SeriesID.Asked || len(s.TagIDs) > 0 || len(s.AnyTagIDs) > 0
}

// WishFilter selects items by whether they are wanted, and how much.
type WishFilter struct {
	Wanted   *bool
	Priority string
}

// Asked reports whether the filter is set.
func (w WishFilter) Asked() bool { return w.Wanted != nil || w.Priority != "" }
