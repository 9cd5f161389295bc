package catalog

import (
	"time"

	"vitrine/internal/fault"
)

// Stay is a time that a copy was, or is, at a location: the days from MovedAt until
// the one before MovedOutAt.
type Stay struct {
	ID, CopyID           int64
	UUID                 string
	LocationID           *int64 // nil once the location is gone
	LocationName         string // as it was
	MovedAt              time.Time
	MovedOutAt           *time.Time // nil while it lasts
	Reason, Note         *string
	CreatedAt, UpdatedAt time.Time
}

// StayInput holds everything that a client may write of a stay. A new stay without an end moves the
// copy; without a location it only ends the present stay.
type StayInput struct {
	LocationID   *int64
	MovedAt      *time.Time
	MovedOutAt   *time.Time
	Reason, Note *string
}

func (in *StayInput) Validate() error {
	var e fault.Invalid
	required(&e, "moved_at", in.MovedAt)
	past(&e, "moved_at", in.MovedAt)
	past(&e, "moved_out_at", in.MovedOutAt)
	notBefore(&e, "moved_out_at", in.MovedOutAt, "moved at", in.MovedAt)
	maxOptional(&e, "reason", in.Reason, MaxName)
	maxOptional(&e, "note", in.Note, MaxNote)
	return e.Err()
}
