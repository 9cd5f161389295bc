package catalog

import (
	"math/big"
	"slices"
	"time"
)

// Totals are sums over copies. Quantity, value and valued copies count held ones; cost and gain count
// all that have one.
type Totals struct {
	Items, Copies, Held, ValuedCopies int64
	Quantity                          *big.Int // nil is none
	WantedItems                       int64
	Value, Cost, Gain                 Money
	ItemsAddedThisMonth               int64
	ValueAddedThisMonth               Money // of held copies that were added this month
	UndatedCopies                     int64 // without a day of acquisition
}

// Average is the value of a held unit, rounded down; nil if there is none, or a rate is
// missing.
func (t Totals) Average() *big.Int {
	if t.Quantity == nil || t.Quantity.Sign() == 0 || t.Value.Amount == nil {
		return nil
	}
	return new(big.Int).Div(t.Value.Amount, t.Quantity)
}

// Statistics are the figures of a collection.
type Statistics struct {
	ID                   int64
	CurrencyCode         string
	Totals               Totals
	SetsCompletion       *SetsCompletion // nil without a set that has a target
	ValueOverTime        []ValuePoint    // the last days of twelve months
	AcquisitionsPerMonth []MonthCount
	ByCategory           []Share // of the items
	ByCondition          []Share // of the held copies
	ByStatus             []Share // of all copies
	ValueByLocation      []NamedValue
	Cover                CoverParts
	TopItems             []NamedValue // by their values in the currency of the collection
	UnrankedItems        int64        // valued in other currencies only
}

// MonthCount is a number of a month, named by its first day.
type MonthCount struct {
	Month time.Time
	Count int64
}

// Share is a part of a whole. A part without a label is the rest.
type Share struct {
	Label      *string
	Count      int64
	Percentage int64 // rounded down
}

// Shares adds the percentages to counts.
func Shares(parts []Share) []Share {
	whole := int64(0)
	for _, p := range parts {
		whole += p.Count
	}
	for i := range parts {
		parts[i].Percentage = 100 * parts[i].Count / max(1, whole)
	}
	return parts
}

// Largest keeps the six largest parts, the largest first, and joins the others; the part without a
// label stays last.
func Largest(parts []Share) []Share {
	const most = 6
	var rest *Share
	if n := len(parts); n > 0 && parts[n-1].Label == nil {
		rest, parts = &parts[n-1], parts[:n-1]
	}
	all := append([]Share{}, parts[:min(most, len(parts))]...)
	if len(parts) > most {
		other := Share{Label: new("other")}
		for _, p := range parts[most:] {
			other.Count += p.Count
		}
		all = append(all, other)
	}
	if rest != nil {
		all = append(all, *rest)
	}
	return all
}

// SetsCompletion is how far the sets that have a target are complete.
type SetsCompletion struct{ Sets, Owned, Target int64 }

// Percentage is how much of the targets is owned, rounded down.
func (s SetsCompletion) Percentage() int64 { return 100 * s.Owned / max(1, s.Target) }

// NamedValue is the value of an item, or of the copies at a location. Copies without a location have
// neither id nor name.
type NamedValue struct {
	ID    *int64
	Name  *string
	Value Money
}

// ByValue sorts by value, the greatest first. Values that cannot be converted follow, those without a
// name come last.
func ByValue(all []NamedValue) []NamedValue {
	slices.SortStableFunc(all, func(a, b NamedValue) int {
		switch {
		case (a.ID == nil) != (b.ID == nil):
			return before(b.ID == nil)
		case (a.Value.Amount == nil) != (b.Value.Amount == nil):
			return before(b.Value.Amount == nil)
		case a.Value.Amount == nil:
			return 0
		}
		return b.Value.Amount.Cmp(a.Value.Amount)
	})
	return all
}

func before(first bool) int {
	if first {
		return -1
	}
	return 1
}

// Months are the first days of the last twelve months.
func Months(today time.Time) []time.Time {
	all := make([]time.Time, 12)
	for i := range all {
		all[i] = time.Date(today.Year(), today.Month()-11+time.Month(i), 1, 0, 0, 0, 0, time.UTC)
	}
	return all
}

// Dashboard is the start page of an account.
type Dashboard struct {
	ID              int64
	CurrencyCode    string
	Collections     int64
	Totals          Totals
	Latest          []LatestCollection
	RecentAdditions []Addition
	Loans           LoanCounts
	ValueByLocation []NamedValue
	ValueOverTime   []ValuePoint
	Cover           CoverParts
	InsuredOverTime []ValuePoint     // on the same days
	Attention       map[string]int64 // by kind
}

// LatestCollection is one of the collections changed last.
type LatestCollection struct {
	ID          int64
	Name, Emoji string
	Items       int64
	UpdatedAt   time.Time
}

// Addition is an item that was added lately.
type Addition struct {
	ID             int64
	Name           string
	CollectionID   int64
	CollectionName string
	MainPhotoID    *int64
	CreatedAt      time.Time
}

// LoanCounts counts active and planned loans. Overdue and DueSoon are among the active ones of both
// directions.
type LoanCounts struct{ Outgoing, Incoming, Overdue, DueSoon, Planned int64 }
