package catalog

// Paging asks for one page of a list.
type Paging struct {
	Number  int64 // from 1
	PerPage int64
	After   string // cursor to begin behind, instead of a number; may be empty
	Most    int64  // how far to count filtered lists; 0 counts as far as the API does
}

// Offset returns the number of objects before the page. It is clamped beyond
// the length of any list, so it cannot overflow.
func (p Paging) Offset() int64 {
	const beyondAnyList = 1 << 50
	return min(p.Number-1, beyondAnyList) * p.PerPage
}

// Page is one page of a list, and the length of the whole list.
type Page[T any] struct {
	Paging
	Total     int64
	Capped    bool // the list is longer than Total
	Items     []T
	NextAfter string // cursor behind the last of Items, empty on the last page
}
