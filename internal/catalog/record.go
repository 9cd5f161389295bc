package catalog

import (
	"time"

	"vitrine/internal/fault"
)

// MaxRecords limits the records of each kind that a copy may have.
const MaxRecords = 1000

// MaxMoney is the largest amount, in the smallest unit of its currency.
const MaxMoney = 999_999_999_999_999

// money limits an amount that may be absent.
func money(e *fault.Invalid, field string, value *int64) {
	amount(e, field, value)
	if value != nil && *value > MaxMoney {
		e.Addf(field, "The %s field must not be greater than %d.", MaxMoney)
	}
}

// past refuses days after tomorrow. Tomorrow is allowed, because it has begun in some time zones.
func past(e *fault.Invalid, field string, day *time.Time) {
	if day != nil && day.After(time.Now().UTC().Add(24*time.Hour)) {
		e.Addf(field, "The %s field must not be a date in the future.")
	}
}

// required asks for a day or amount.
func required[T any](e *fault.Invalid, field string, value *T) {
	if value == nil {
		e.Addf(field, "The %s field is required.")
	}
}

// notBefore requires a day to be the same as another or later.
func notBefore(e *fault.Invalid, field string, day *time.Time, other string, than *time.Time) {
	if day != nil && than != nil && day.Before(*than) {
		e.Addf(field, "The %s field must be a date after or equal to %s.", other)
	}
}

// optionalAddress limits an address of the web that may be absent.
func optionalAddress(e *fault.Invalid, field string, value *string) {
	if value != nil {
		webAddress(e, field, *value)
	}
}
