package catalog

import (
	"slices"
	"time"

	"vitrine/internal/fault"
)

// Copy is one or several identical physical pieces of an item.
type Copy struct {
	ID, ItemID             int64
	UUID                   string
	Identifier             *string
	LocationID             *int64
	Status                 string
	Quantity               int64
	AcquiredAt, DisposedAt *time.Time // days
	Note                   *string
	ItemConditionID        *int64
	EstimatedValue, Value  *int64 // of a piece, and of all; by the newest valuation
	ValueCurrencyCode      *string
	ValuedAt               *time.Time // a day
	CostAmount             *int64     // by the transactions
	ProceedsAmount         *int64
	GainAmount             *int64
	GainCurrencyCode       *string
	CostCurrencyCode       *string // of cost and proceeds; the API shows that of the gain
	Borrowed               bool
	CreatedAt, UpdatedAt   time.Time
}

var copyStatuses = []string{"owned", "ordered", "loaned", "sold", "gifted", "lost", "stolen", "disposed", "other"}

// goneStatuses are those of copies that one has no more.
var goneStatuses = []string{"sold", "gifted", "lost", "stolen", "disposed"}

// Gone reports whether the copy has left: its location is where it was.
func (c Copy) Gone() bool { return slices.Contains(goneStatuses, c.Status) }

// CopyInput holds everything that a client may write of a copy.
type CopyInput struct {
	Identifier             *string
	LocationID             *int64
	Status                 string // empty is owned, or loaned while it is
	Quantity               *int64
	AcquiredAt, DisposedAt *time.Time
	Note                   *string
	ItemConditionID        Given[int64]
	EstimatedValue         *int64 // of a piece; nil leaves it
}

func (in *CopyInput) Validate() error {
	var e fault.Invalid
	maxOptional(&e, "identifier", in.Identifier, MaxName)
	e.OneOf("status", in.Status, copyStatuses)
	if in.Quantity == nil {
		in.Quantity = new(int64(1))
	} else if *in.Quantity < 1 {
		e.Addf("quantity", "The %s field must be at least 1.")
	}
	maxOptional(&e, "note", in.Note, MaxNote)
	money(&e, "estimated_value", in.EstimatedValue)
	return e.Err()
}

// Texts lists the texts that search finds a copy by, besides its item.
func (in CopyInput) Texts() []string {
	var texts []string
	for _, s := range []*string{in.Identifier, in.Note} {
		if s != nil {
			texts = append(texts, *s)
		}
	}
	return texts
}

func orDefault(value, otherwise string) string {
	if value == "" {
		return otherwise
	}
	return value
}

// CopyItem is the item of a copy as lists of copies show it.
type CopyItem struct {
	ID                      int64
	Name, Collection, Emoji string
	PhotoID                 *int64 // the main one
	PhotoWidth, PhotoHeight int64
}
