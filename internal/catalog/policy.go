package catalog

import (
	"slices"
	"time"

	"vitrine/internal/fault"
)

// Policy insures many copies by one sum: those that it names, those of its collections, and those at
// its locations or within them.
type Policy struct {
	ID                     int64
	UUID                   string
	Name                   string
	Provider               string
	PolicyNumber           *string
	CoverageType           *string
	InsuredValue           int64 // smallest currency unit
	CurrencyCode           string
	DeductibleAmount       *int64
	DeductibleCurrencyCode string
	StartsAt, EndsAt       *time.Time // days
	Status                 string
	ContactName            *string
	ContactEmail           *string
	ContactPhone           *string
	Note                   *string
	CollectionIDs          []int64 // ascending, like the others
	LocationIDs            []int64
	CopyIDs                []int64
	CollectionNames        []string // in the order of the ids
	LocationNames          []string
	CreatedAt, UpdatedAt   time.Time
}

// PolicyFigures are what a policy covers today: the held copies that it names, their value, what it
// pays of it, and what is left of the value above the sums of all policies.
type PolicyFigures struct {
	Copies               int64
	Value, Covered, Over Money // in its currency
}

// CountedPolicy is a policy with its figures.
type CountedPolicy struct {
	Policy
	PolicyFigures
}

// Limits of what a policy names.
const (
	MaxPolicies          = 1_000 // of an account
	MaxPolicyCollections = 100
	MaxPolicyLocations   = 100
	MaxPolicyCopies      = 10_000
)

// NamesNothing reports whether all that the policy named is gone.
func (p Policy) NamesNothing() bool {
	return len(p.CollectionIDs)+len(p.LocationIDs)+len(p.CopyIDs) == 0
}

// Runs reports whether the policy covers on a day.
func (p Policy) Runs(day time.Time) bool {
	return p.Status == "active" && (p.StartsAt == nil || !p.StartsAt.After(day)) && (p.EndsAt == nil || !p.EndsAt.Before(day))
}

// PolicyFilter selects policies. Those of a collection, location or copy name it, or what it lies in.
type PolicyFilter struct {
	Status       string
	EndsBefore   *time.Time // a day
	CollectionID *int64
	LocationID   *int64
	CopyID       *int64
}

// PolicyInput holds what a client may write of a policy. The rules of its terms are those of an
// insurance record.
type PolicyInput struct {
	Name string
	InsuranceRecordInput
	CollectionIDs, LocationIDs, CopyIDs []int64
}

func (in *PolicyInput) Validate() error {
	var e fault.Invalid
	in.rules(&e)
	PolicyNames(&e, "ids", len(in.CollectionIDs), len(in.LocationIDs), len(in.CopyIDs))
	for _, ids := range []*[]int64{&in.CollectionIDs, &in.LocationIDs, &in.CopyIDs} {
		*ids = slices.Compact(slices.Sorted(slices.Values(*ids)))
	}
	if len(in.CollectionIDs)+len(in.LocationIDs)+len(in.CopyIDs) == 0 {
		e.Add("collection_ids", "A policy names a collection, a location or a copy.")
	}
	return e.Err()
}

// ValidateTerms checks all but what the policy names.
func (in *PolicyInput) ValidateTerms() error {
	var e fault.Invalid
	in.rules(&e)
	return e.Err()
}

func (in *PolicyInput) rules(e *fault.Invalid) {
	e.Text("name", in.Name, MaxName)
	in.InsuranceRecordInput.rules(e)
}

// PolicyNames limits how many collections, locations and copies a policy names.
func PolicyNames(e *fault.Invalid, by string, collections, locations, copies int) {
	for _, named := range []struct {
		field   string
		n, most int
	}{{"collection_", collections, MaxPolicyCollections}, {"location_", locations, MaxPolicyLocations}, {"copy_", copies, MaxPolicyCopies}} {
		if named.n > named.most {
			e.Addf(named.field+by, "The %s field must not have more than %d items.", named.most)
		}
	}
}

// PolicyCopy is a copy that a policy names, with what the policy pays of its value, and what nothing
// covers. Covered is whether nothing is left over; it is nil if a rate is missing.
type PolicyCopy struct {
	Copy
	ItemName, CollectionName string
	CollectionID             int64
	Covered                  *bool
	Paid, Over               *int64 // in the currency of the value
}
