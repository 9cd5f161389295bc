package catalog

import (
	"time"

	"vitrine/internal/fault"
)

// Set is a whole whose parts are items of a collection, such as the volumes of a work.
type Set struct {
	ID, CollectionID     int64
	UUID                 string
	Name                 string
	Description          *string
	TargetCount          *int64 // how many parts it has; nil if unknown
	CreatedAt, UpdatedAt time.Time
}

const maxTarget = 100_000

// SetFilter limits the list of sets.
type SetFilter struct {
	Search       Search
	CollectionID *int64
}

// SetInput holds what a client may write of a set.
type SetInput struct {
	Name        string
	Description *string
	TargetCount *int64
}

func (in *SetInput) Validate() error {
	var e fault.Invalid
	in.rules(&e)
	return e.Err()
}

func (in *SetInput) rules(e *fault.Invalid) {
	e.Text("name", in.Name, MaxName)
	maxOptional(e, "description", in.Description, MaxDescription)
	if in.TargetCount != nil && (*in.TargetCount < 1 || *in.TargetCount > maxTarget) {
		e.Addf("target_count", "The %s field must be between 1 and %d.", maxTarget)
	}
}

// NewSet is a set to create.
type NewSet struct {
	CollectionID *int64
	SetInput
}

func (in *NewSet) Validate() error {
	var e fault.Invalid
	if in.CollectionID == nil {
		e.Addf("collection_id", "The %s field is required.")
	}
	in.rules(&e)
	return e.Err()
}

// SetSummary is the progress of a set. Owned counts the items with a held copy.
type SetSummary struct {
	Items, Owned, Wanted int64
	Target               *int64
}

// Percentage is how much of the target is owned, rounded down; nil without a target.
func (s SetSummary) Percentage() *int64 {
	if s.Target == nil {
		return nil
	}
	return new(100 * min(s.Owned, *s.Target) / *s.Target)
}
