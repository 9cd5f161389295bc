package catalog

import (
	"time"

	"vitrine/internal/fault"
)

// ProvenanceEvent is something that happened to a copy, perhaps long before it was
// yours.
type ProvenanceEvent struct {
	ID, CopyID           int64
	UUID                 string
	Type, Title          string
	Description          *string
	OccurredAt           *time.Time // a day; the first one of a month or year
	OccurredAtPrecision  string
	Location             *string
	FromParty, ToParty   *string
	ReferenceNumber      *string
	SourceURL            *string
	IsVerified           bool
	VerificationNote     *string
	TransactionID        *int64
	CreatedAt, UpdatedAt time.Time
}

// Types and precisions of events, in the order in which a page offers them.
var (
	ProvenanceTypes = []string{"acquisition", "sale", "gift", "inheritance", "ownership_transfer", "custody_transfer", "loan", "return", "exhibition",
		"authentication", "appraisal", "significant_restoration", "origin", "discovery", "other"}
	Precisions = []string{"exact", "month", "year", "approximate", "unknown"}
)

// FormattedDate writes the day as precisely as it is known; nil if it is not.
func (p ProvenanceEvent) FormattedDate() *string {
	if p.OccurredAt == nil {
		return nil
	}
	form := map[string]string{"exact": time.DateOnly, "month": "2006-01", "year": "2006", "approximate": "c. 2006"}[p.OccurredAtPrecision]
	return new(p.OccurredAt.Format(form))
}

// ProvenanceEventInput holds everything that a client may write of an event.
type ProvenanceEventInput struct {
	Type, Title         string
	Description         *string
	OccurredAt          *time.Time
	OccurredAtPrecision string
	Location            *string
	FromParty, ToParty  *string
	ReferenceNumber     *string
	SourceURL           *string
	IsVerified          *bool
	VerificationNote    *string
	TransactionID       *int64
}

func (in *ProvenanceEventInput) Validate() error {
	var e fault.Invalid
	if e.Required("type", in.Type) {
		e.OneOf("type", in.Type, ProvenanceTypes)
	}
	e.Text("title", in.Title, MaxName)
	maxOptional(&e, "description", in.Description, MaxDescription)
	if in.OccurredAtPrecision == "" {
		in.OccurredAtPrecision = "exact"
		if in.OccurredAt == nil {
			in.OccurredAtPrecision = "unknown"
		}
	}
	e.OneOf("occurred_at_precision", in.OccurredAtPrecision, Precisions)
	if in.OccurredAtPrecision != "unknown" {
		required(&e, "occurred_at", in.OccurredAt)
	}
	in.round()
	maxOptional(&e, "location", in.Location, MaxName)
	maxOptional(&e, "from_party", in.FromParty, MaxName)
	maxOptional(&e, "to_party", in.ToParty, MaxName)
	maxOptional(&e, "reference_number", in.ReferenceNumber, maxReference)
	optionalAddress(&e, "source_url", in.SourceURL)
	if in.IsVerified == nil || !*in.IsVerified {
		in.VerificationNote = nil
	}
	maxOptional(&e, "verification_note", in.VerificationNote, MaxNote)
	return e.Err()
}

// round keeps as much of the day as is known.
func (in *ProvenanceEventInput) round() {
	if in.OccurredAt == nil {
		return
	}
	year, month, _ := in.OccurredAt.Date()
	switch in.OccurredAtPrecision {
	case "month":
		in.OccurredAt = new(time.Date(year, month, 1, 0, 0, 0, 0, time.UTC))
	case "year":
		in.OccurredAt = new(time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC))
	case "unknown":
		in.OccurredAt = nil
	}
}
