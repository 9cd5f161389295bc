package catalog

import "time"

// InsuredCopy is an insurance record in the list of an account, with the copy it covers.
type InsuredCopy struct {
	InsuranceRecord
	ItemID, CollectionID int64
	ItemName             string
	CopyIdentifier       *string
	CollectionName       string
}

// InsuranceFilter selects and orders the records of an account.
type InsuranceFilter struct {
	Status       string
	Provider     string
	CollectionID *int64
	CopyID       *int64
	EndsBefore   *time.Time // a day
	Sort         string     // ends_at, -ends_at, or empty for the order of creation
}

// InsuranceStatuses are those of a record; InsuranceSorts are the orders of a list.
var (
	InsuranceStatuses = insuranceStatuses
	InsuranceSorts    = []string{"ends_at", "-ends_at"}
)

// Whole reports whether the filter selects all records.
func (f InsuranceFilter) Whole() bool {
	f.Sort = ""
	return f == InsuranceFilter{}
}

// InsuranceSums are what the active records of a list insure.
type InsuranceSums struct {
	Records int64
	Insured Money
}
