package catalog

import "slices"

// ShelfCheck names a location, perhaps with those inside it, whose copies are checked on the shelf.
type ShelfCheck struct {
	LocationID int64
	Nested     bool
}

// presentStatuses are those of copies that should be at their location. Others are lent, not there
// yet, or gone.
var presentStatuses = []string{"owned", "other"}

// Present reports whether the copy should be at its location.
func (c Copy) Present() bool { return slices.Contains(presentStatuses, c.Status) }
