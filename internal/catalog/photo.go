package catalog

import (
	"time"

	"vitrine/internal/fault"
)

// Photo shows an item, perhaps one of its copies. The first of an item is its main
// one until another is chosen.
type Photo struct {
	ID, ItemID           int64
	UUID                 string
	CopyID               *int64
	Caption, AltText     *string
	Position             int64
	Filename, MimeType   string
	Size, Width, Height  int64
	SHA256               string // of the bytes sent, in hex
	IsMain               bool
	TakenAt              *time.Time
	Latitude, Longitude  *float64
	CreatedAt, UpdatedAt time.Time
}

// MaxPhotos limits the photos of an item.
const MaxPhotos = 100

const (
	maxCaption = 2000
	maxAltText = 1000
)

// PhotoInput holds what a client may write of a photo. Position is used on update
// only; nil keeps it.
type PhotoInput struct {
	CopyID           *int64
	Caption, AltText *string
	Position         *int64
}

func (in *PhotoInput) Validate() error {
	var e fault.Invalid
	maxOptional(&e, "caption", in.Caption, maxCaption)
	maxOptional(&e, "alt_text", in.AltText, maxAltText)
	position(&e, in.Position)
	return e.Err()
}

// NewPhoto is a photo whose bytes are in the store.
type NewPhoto struct {
	PhotoInput
	Stored
	SHA256              [32]byte // of the bytes sent
	Filename            string
	Width, Height       int64
	TakenAt             *time.Time
	Latitude, Longitude *float64
}

// PhotoFilter narrows the list of all photos.
type PhotoFilter struct {
	CollectionID, CopyID *int64
	OfItem               bool // only those of no copy
	Duplicates           bool // only those whose bytes several items show
}

// PhotoIDs names several photos.
type PhotoIDs struct{ IDs []int64 }

func (in *PhotoIDs) Validate() error {
	if len(in.IDs) < 1 || len(in.IDs) > MaxPhotos {
		return fault.On("photo_ids", "The photo ids field must have 1 to 100 ids.")
	}
	return nil
}
