package catalog

import "slices"

// ShelfCheck is a location that is checked, perhaps with those inside: do the copies lie
// there that should?
type ShelfCheck struct {
	LocationID int64
	Nested     bool
}

// presentStatuses are those of copies that should be where they are kept. Others are
// lent, not there yet, or gone.
var presentStatuses = []string{"owned", "other"}

// Present reports whether the copy should be where it is kept.
func (c Copy) Present() bool { return slices.Contains(presentStatuses, c.Status) }
