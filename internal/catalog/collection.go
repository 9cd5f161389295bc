package catalog

import (
	"time"

	"vitrine/internal/fault"
)

// Collection is a set of items that belong together.
type Collection struct {
	ID                   int64
	UUID                 string
	Address              string // where it is public: the uuid, unless an archive brought that
	Name                 string
	Description          *string
	Emoji                string
	Visibility           string // members see it in any case; visitors if it is public
	Currency             string
	CoverPhotoID         *int64 // of one of its items
	CreatedAt, UpdatedAt time.Time
}

var (
	collectionEmoji = []string{"📦", "📚", "💿", "🃏", "🍷", "🎮", "🧸", "🪙", "🖼️", "⌚", "👟", "📷"}
	visibilities    = []string{"private", "shared", "public"}
)

// CollectionInput holds everything that a client may write of a collection.
type CollectionInput struct {
	Name        string
	Description *string
	Emoji       string
	Visibility  string
	Currency    *string // nil takes the account's
	Cover       Given[int64]
	TypeIDs     []int64 // to link, on creation only
}

func (in *CollectionInput) Validate() error {
	var e fault.Invalid
	e.Text("name", in.Name, MaxName)
	maxOptional(&e, "description", in.Description, MaxDescription)
	in.Emoji = emoji(&e, in.Emoji, collectionEmoji)
	if e.Required("visibility", in.Visibility) {
		e.OneOf("visibility", in.Visibility, visibilities)
	}
	currency(&e, "currency", in.Currency)
	links(&e, "collection_type_ids", in.TypeIDs)
	return e.Err()
}

// CollectionLink is a collection as a menu shows it.
type CollectionLink struct {
	ID          int64
	Name, Emoji string
	Items       int64
}

// Shelf is a collection as an overview shows it.
type Shelf struct {
	CollectionLink
	Covers []Cover // up to four photos
}
