package catalog

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// MaxDue limits the entries of each kind in a reminder or calendar.
const MaxDue = 500

// Due is something with a day: a loan that ends, maintenance, or an insurance record that no other
// continues.
type Due struct {
	Kind             string // LoanDue, MaintenanceDue or InsuranceEnding
	SourceID, CopyID int64
	ItemID           int64
	ItemName         string
	DueAt            time.Time
	UpdatedAt        time.Time // of what the day is from or, if that is later, of the item
}

// ByDay sorts entries by day, the earliest first.
func ByDay(all []Due) {
	slices.SortFunc(all, func(a, b Due) int {
		return cmp.Or(a.DueAt.Compare(b.DueAt), strings.Compare(a.Kind, b.Kind), cmp.Compare(a.SourceID, b.SourceID))
	})
}
