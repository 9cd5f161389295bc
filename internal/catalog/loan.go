package catalog

import (
	"time"

	"vitrine/internal/fault"
)

// Loan is a copy lent to somebody, or by somebody.
type Loan struct {
	ID, CopyID               int64
	UUID                     string
	Direction                string
	Status                   string // as it is shown: overdue follows from the day
	Party                    string
	Purpose                  *string
	LoanedAt                 time.Time
	DueAt, ReturnedAt        *time.Time // days
	ItemConditionOutID       *int64
	ItemConditionInID        *int64
	DepositAmount            *int64
	DepositCurrencyCode      *string
	IncludeInProvenance      bool
	LoanProvenanceEventID    *int64
	ReturnProvenanceEventID  *int64
	ItemName, CollectionName string
	CopyIdentifier           *string
	CreatedAt, UpdatedAt     time.Time
}

// Directions of loans, and their statuses as they are written and shown.
var (
	LoanDirections = []string{"outgoing", "incoming"}
	LoanStatuses   = []string{"planned", "active", "overdue", "returned", "cancelled", "lost"}
)

// LoanInput holds everything that a client may write of a loan.
type LoanInput struct {
	Direction, Status   string
	Party               string
	Purpose             *string
	LoanedAt            *time.Time
	DueAt, ReturnedAt   *time.Time
	ItemConditionOutID  *int64
	ItemConditionInID   *int64
	DepositAmount       *int64
	DepositCurrencyCode *string // nil takes the collection's
	IncludeInProvenance *bool
}

func (in *LoanInput) Validate() error {
	var e fault.Invalid
	if e.Required("direction", in.Direction) {
		e.OneOf("direction", in.Direction, LoanDirections)
	}
	in.Status = orDefault(in.Status, "active")
	e.OneOf("status", in.Status, LoanStatuses)
	if in.Status == "overdue" { // which follows from the day it is due
		in.Status = "active"
	}
	e.Text("party", in.Party, MaxName)
	maxOptional(&e, "purpose", in.Purpose, MaxName)
	required(&e, "loaned_at", in.LoanedAt)
	if in.Status == "active" {
		past(&e, "loaned_at", in.LoanedAt)
	}
	notBefore(&e, "due_at", in.DueAt, "loaned at", in.LoanedAt)
	if in.Status == "returned" {
		required(&e, "returned_at", in.ReturnedAt)
	} else if in.ReturnedAt != nil {
		e.Addf("returned_at", "The %s field is only for a loan that was returned.")
	}
	past(&e, "returned_at", in.ReturnedAt)
	notBefore(&e, "returned_at", in.ReturnedAt, "loaned at", in.LoanedAt)
	money(&e, "deposit_amount", in.DepositAmount)
	currency(&e, "deposit_currency_code", in.DepositCurrencyCode)
	return e.Err()
}

// LoanReturn ends a loan.
type LoanReturn struct {
	ReturnedAt        *time.Time // nil is today
	ItemConditionInID *int64
}

func (in *LoanReturn) Validate() error {
	var e fault.Invalid
	past(&e, "returned_at", in.ReturnedAt)
	return e.Err()
}

// LoanFilter selects the loans of a list.
type LoanFilter struct {
	Direction, Status string // as it is shown
	CollectionID      *int64
	DueBefore         *time.Time
}
