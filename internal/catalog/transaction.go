package catalog

import (
	"time"

	"vitrine/internal/fault"
)

// Transaction is what was paid or received for a copy, or how it changed hands.
type Transaction struct {
	ID, CopyID           int64
	UUID                 string
	Type                 string
	OccurredAt           time.Time // a day
	Counterparty         *string
	Amount, TaxAmount    *int64
	FeeAmount            *int64
	ShippingAmount       *int64
	TotalAmount          *int64 // as given
	Total                *int64 // as given, or else the sum of the parts
	CurrencyCode         string
	ReferenceNumber      *string
	SourceURL            *string
	Note                 *string
	CreatedAt, UpdatedAt time.Time
}

// TransactionTypes are in the order in which a page offers them.
var TransactionTypes = []string{"purchase", "sale", "trade", "gift_received", "gift_given", "inheritance", "refund", "fee", "tax", "shipping", "other"}

// TransactionInput holds everything that a client may write of a transaction.
type TransactionInput struct {
	Type              string
	OccurredAt        *time.Time
	Counterparty      *string
	Amount, TaxAmount *int64
	FeeAmount         *int64
	ShippingAmount    *int64
	TotalAmount       *int64
	CurrencyCode      *string // nil takes the collection's
	ReferenceNumber   *string
	SourceURL         *string
	Note              *string
	UpdateCopy        *bool // whether the copy follows, on creation; nil means yes
}

func (in *TransactionInput) Validate() error {
	var e fault.Invalid
	if e.Required("type", in.Type) {
		e.OneOf("type", in.Type, TransactionTypes)
	}
	required(&e, "occurred_at", in.OccurredAt)
	past(&e, "occurred_at", in.OccurredAt)
	maxOptional(&e, "counterparty", in.Counterparty, MaxName)
	money(&e, "amount", in.Amount)
	money(&e, "tax_amount", in.TaxAmount)
	money(&e, "fee_amount", in.FeeAmount)
	money(&e, "shipping_amount", in.ShippingAmount)
	money(&e, "total_amount", in.TotalAmount)
	currency(&e, "currency_code", in.CurrencyCode)
	maxOptional(&e, "reference_number", in.ReferenceNumber, maxReference)
	optionalAddress(&e, "source_url", in.SourceURL)
	maxOptional(&e, "note", in.Note, MaxNote)
	if in.UpdateCopy == nil {
		in.UpdateCopy = new(true)
	}
	return e.Err()
}

// Acquires reports whether the transaction brings the copy into possession.
func (in TransactionInput) Acquires() bool {
	switch in.Type {
	case "purchase", "trade", "gift_received", "inheritance":
		return true
	}
	return false
}

// Leaves is the status of a copy that the transaction takes away, or empty.
func (in TransactionInput) Leaves() string {
	return map[string]string{"sale": "sold", "gift_given": "gifted"}[in.Type]
}
