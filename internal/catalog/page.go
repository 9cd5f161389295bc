package catalog

// Paging asks for one page of a list.
type Paging struct {
	Number  int64 // from 1
	PerPage int64
	After   string // the cursor behind which the page begins, instead of a number; empty if none was given
}

// Offset is how many objects come before the page. It never overflows: no list
// is longer than what it is clamped to.
func (p Paging) Offset() int64 {
	const beyondAnyList = 1 << 50
	return min(p.Number-1, beyondAnyList) * p.PerPage
}

// Page is one page of a list, and how long the whole list is.
type Page[T any] struct {
	Paging
	Total     int64
	Capped    bool // the list is longer than Total
	Items     []T
	NextAfter string // the cursor behind the last of Items, if there are further ones
}
