package catalog

import (
	"time"

	"vitrine/internal/fault"
)

// InsuranceRecord is how a copy is, was or will be insured.
type InsuranceRecord struct {
	ID, CopyID             int64
	UUID                   string
	Provider               string
	InsuredValue           int64 // smallest currency unit
	Status                 string
	CurrencyCode           string
	PolicyNumber           *string
	CoverageType           *string
	DeductibleAmount       *int64
	DeductibleCurrencyCode string
	StartsAt, EndsAt       *time.Time // days
	IsScheduledItem        bool
	ContactName            *string
	ContactEmail           *string
	ContactPhone           *string
	Note                   *string
	CreatedAt, UpdatedAt   time.Time
}

var insuranceStatuses = []string{"active", "expired", "cancelled", "pending"}

// InsuranceRecordInput holds everything that a client may write of a record.
type InsuranceRecordInput struct {
	Provider               string
	InsuredValue           *int64
	Status                 string
	CurrencyCode           *string // nil takes the collection's
	PolicyNumber           *string
	CoverageType           *string
	DeductibleAmount       *int64
	DeductibleCurrencyCode *string // nil takes that of the insured value
	StartsAt, EndsAt       *time.Time
	IsScheduledItem        *bool
	ContactName            *string
	ContactEmail           *string
	ContactPhone           *string
	Note                   *string
}

func (in *InsuranceRecordInput) Validate() error {
	var e fault.Invalid
	in.rules(&e)
	return e.Err()
}

func (in *InsuranceRecordInput) rules(e *fault.Invalid) {
	e.Text("provider", in.Provider, MaxName)
	if in.InsuredValue == nil {
		e.Addf("insured_value", "The %s field is required.")
	}
	amount(e, "insured_value", in.InsuredValue)
	in.Status = orDefault(in.Status, insuranceStatuses[0])
	e.OneOf("status", in.Status, insuranceStatuses)
	currency(e, "currency_code", in.CurrencyCode)
	maxOptional(e, "policy_number", in.PolicyNumber, MaxName)
	maxOptional(e, "coverage_type", in.CoverageType, MaxName)
	amount(e, "deductible_amount", in.DeductibleAmount)
	currency(e, "deductible_currency_code", in.DeductibleCurrencyCode)
	if in.StartsAt != nil && in.EndsAt != nil && in.EndsAt.Before(*in.StartsAt) {
		e.Addf("ends_at", "The %s field must be a date after or equal to starts at.")
	}
	maxOptional(e, "contact_name", in.ContactName, MaxName)
	if in.ContactEmail != nil {
		e.Email("contact_email", *in.ContactEmail)
	}
	maxOptional(e, "contact_phone", in.ContactPhone, MaxName)
	maxOptional(e, "note", in.Note, MaxNote)
}

// amount requires money that is not negative.
func amount(e *fault.Invalid, field string, value *int64) {
	if value != nil && *value < 0 {
		e.Addf(field, "The %s field must be at least 0.")
	}
}
