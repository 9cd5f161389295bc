package catalog

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// MaxDue is how many things of a kind a reminder or a calendar knows of.
const MaxDue = 500

// Due is something with a day: a loan that ends, maintenance, or an insurance record
// without a longer one.
type Due struct {
	Kind             string // LoanDue, MaintenanceDue or InsuranceEnding
	SourceID, CopyID int64
	ItemID           int64
	ItemName         string
	DueAt            time.Time
	UpdatedAt        time.Time // of what the day is from or, if that is later, of the item
}

// ByDay orders what is due, the earliest first.
func ByDay(all []Due) {
	slices.SortFunc(all, func(a, b Due) int {
		return cmp.Or(a.DueAt.Compare(b.DueAt), strings.Compare(a.Kind, b.Kind), cmp.Compare(a.SourceID, b.SourceID))
	})
}
