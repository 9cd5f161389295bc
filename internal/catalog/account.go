package catalog

import (
	"time"

	"vitrine/internal/fault"
)

// Account is the tenant: its settings, and how much it holds.
type Account struct {
	ID                   int64
	UUID                 string
	Name                 string
	CurrencyCode         string // of new collections, and of sums over several
	TrashRetentionDays   int64
	PhotoPlace           string // whether photos keep where they were taken
	PublicSharing        bool
	UninsuredAbove       *int64 // the value from which a copy should be insured; nil means never
	UnderInsuredPercent  int64  // of the value that should be covered
	AttentionDays        int64  // how many days ahead something due needs attention
	ItemsUsed            int64
	StorageQuota         *int64 // bytes that the operator allows this account; nil is what all may store, 0 no limit
	StorageUsed          int64
	CreatedAt, UpdatedAt time.Time
}

// PhotoPlaces are the choices for the place in a photo.
var PhotoPlaces = []string{"strip", "keep"}

// AccountInput holds everything that an owner may write of the account. Members that are nil or were
// not sent stay.
type AccountInput struct {
	Name                string
	CurrencyCode        *string
	TrashRetentionDays  *int64
	PhotoPlace          *string
	PublicSharing       *bool
	UninsuredAbove      Given[int64]
	UnderInsuredPercent *int64
	AttentionDays       *int64
}

func (in *AccountInput) Validate() error {
	var e fault.Invalid
	e.Text("name", in.Name, MaxName)
	if in.CurrencyCode == nil {
		e.Required("currency_code", "")
	}
	currency(&e, "currency_code", in.CurrencyCode)
	within(&e, "trash_retention_days", in.TrashRetentionDays, 1, 365)
	if in.PhotoPlace != nil {
		e.OneOf("photo_place", *in.PhotoPlace, PhotoPlaces)
	}
	money(&e, "uninsured_above", in.UninsuredAbove.Value)
	within(&e, "under_insured_percent", in.UnderInsuredPercent, 1, 100)
	within(&e, "attention_days", in.AttentionDays, 1, 365)
	return e.Err()
}

// within requires a number that was given to lie between two others.
func within(e *fault.Invalid, field string, n *int64, least, most int64) {
	if n != nil && (*n < least || *n > most) {
		e.Addf(field, "The %s field must be between %d and %d.", int(least), int(most))
	}
}

// StorageLimit is how many bytes the account may store, where all others may store usual; 0 means no limit.
func (a Account) StorageLimit(usual int64) int64 {
	if a.StorageQuota != nil {
		return *a.StorageQuota
	}
	return usual
}
