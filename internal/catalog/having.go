package catalog

import "time"

// Having is whether somebody has an item, and where it is.
type Having struct {
	ItemID             int64
	Name               string
	Quantity           int64    // of the pieces that are held
	Conditions, Places []string // of these, each once
	Borrowers          []string
	LentUntil          *time.Time // the first day of those that are due
	Gone               *string    // the status of the last copy that is held no more
	GoneAt             *time.Time
	Ordered            bool
	Copies             int64 // also those that are held no more
	Wish
}
