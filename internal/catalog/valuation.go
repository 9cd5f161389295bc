package catalog

import (
	"time"

	"vitrine/internal/fault"
)

// Valuation is what a piece of a copy was worth to somebody on a day.
type Valuation struct {
	ID, CopyID           int64
	UUID                 string
	Type                 string
	Amount               int64 // of one piece, in the smallest currency unit
	ValuedAt             time.Time
	CurrencyCode         string
	Confidence           string
	Valuer, Method       *string
	ReferenceNumber      *string
	SourceURL            *string
	Note                 *string
	CreatedAt, UpdatedAt time.Time
}

// ValuationTypes and Confidences are in the order in which a page offers them.
var (
	ValuationTypes = []string{"user_estimate", "professional_appraisal", "market_estimate", "insurance_value", "auction_estimate", "automated_estimate", "other"}
	Confidences    = []string{"low", "medium", "high", "unknown"}
)

// ValuationInput holds everything that a client may write of a valuation.
type ValuationInput struct {
	Type            string
	Amount          *int64
	ValuedAt        *time.Time
	CurrencyCode    *string // nil takes the collection's
	Confidence      string
	Valuer, Method  *string
	ReferenceNumber *string
	SourceURL       *string
	Note            *string
}

func (in *ValuationInput) Validate() error {
	var e fault.Invalid
	if e.Required("type", in.Type) {
		e.OneOf("type", in.Type, ValuationTypes)
	}
	required(&e, "amount", in.Amount)
	money(&e, "amount", in.Amount)
	required(&e, "valued_at", in.ValuedAt)
	past(&e, "valued_at", in.ValuedAt)
	currency(&e, "currency_code", in.CurrencyCode)
	in.Confidence = orDefault(in.Confidence, "unknown")
	e.OneOf("confidence", in.Confidence, Confidences)
	maxOptional(&e, "valuer", in.Valuer, MaxName)
	maxOptional(&e, "method", in.Method, MaxName)
	maxOptional(&e, "reference_number", in.ReferenceNumber, maxReference)
	optionalAddress(&e, "source_url", in.SourceURL)
	maxOptional(&e, "note", in.Note, MaxNote)
	return e.Err()
}
