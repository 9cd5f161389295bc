package catalog

import (
	"slices"
	"strings"
	"time"
)

// CopyFilter selects the copies of a list.
type CopyFilter struct {
	ItemID        *int64
	Status        string
	Identifier    string // as a whole
	LocationID    *int64
	Nested        bool // includes everything inside the location
	Nowhere       bool // has no location
	CollectionID  *int64
	ConditionID   *int64
	Ungraded      bool // has no condition
	Held          bool // is owned or lent
	Kept          bool // is not gone
	Borrowed      *bool
	Insured       string // one of CopyCovers
	AcquiredFrom  *time.Time
	AcquiredTo    *time.Time
	ValuedBefore  *time.Time // was valued before this day, or never
	ValueMin      *int64
	ValueMax      *int64
	ValueCurrency string // of the values compared and sorted by
	Sort          string // one of CopySorts; by id if empty
	Search        Search
	SortedBy      SortedBy   // of the item
	Since         *time.Time // was changed then or later
}

// CopySorts are the orders of copies. Copies without the day or value come last.
var CopySorts = []string{"created_at", "-created_at", "updated_at", "-updated_at", "acquired_at", "-acquired_at", "valued_at", "-valued_at", "value", "-value"}

// CopyCovers are how copies can be covered today: at all, not, or with a value that is covered in part.
var CopyCovers = []string{"true", "false", "partly"}

// MaxValue is the greatest value of a copy.
const MaxValue = 1<<53 - 1

// ComparesValues reports whether values are compared or sorted, which takes a currency.
func (f CopyFilter) ComparesValues() bool {
	return f.ValueMin != nil || f.ValueMax != nil || strings.TrimPrefix(f.Sort, "-") == "value"
}

// Everything reports whether the filter selects every copy.
func (f CopyFilter) Everything() bool { return f.ItemID == nil && !f.Narrow() }

// Narrow reports whether the filter excludes anything from its list.
func (f CopyFilter) Narrow() bool {
	return f.Status != "" || f.Identifier != "" || f.LocationID != nil || f.Nowhere || f.CollectionID != nil || f.ConditionID != nil || f.Ungraded || f.Held || f.Kept || f.Borrowed != nil ||
		f.Insured != "" || f.AcquiredFrom != nil || f.AcquiredTo != nil || f.ValuedBefore != nil || f.ValueMin != nil || f.ValueMax != nil || f.Search.Asked || f.SortedBy.Asked() || f.Since != nil
}

// Spellings are the identifiers that a typed or scanned one may mean: as it is, in capitals, or in
// small letters.
func (f CopyFilter) Spellings() []string {
	all := []string{f.Identifier, strings.ToUpper(f.Identifier), strings.ToLower(f.Identifier)}
	slices.Sort(all)
	return slices.Compact(all)
}

// CopyStatuses lists the values of a copy's status.
var CopyStatuses = copyStatuses
