package catalog

import (
	"encoding/json"
	"slices"
	"time"

	"vitrine/internal/fault"
)

// Item is a thing that is catalogued, however many copies of it there are.
type Item struct {
	ID, CollectionID  int64
	UUID              string
	CollectionTypeID  *int64
	Name              string
	Description       *string
	CustomFields      json.RawMessage // values of the current type, by field id
	CategoryID, SetID *int64          // of its collection
	SeriesID          *int64
	TagIDs            []int64 // ascending
	Wish
	CreatedAt, UpdatedAt time.Time
}

// Wish says whether an item is wanted. If not, the rest is nil.
type Wish struct {
	Wanted             bool
	WantedPriority     *string
	WantedMaxPrice     *int64
	WantedCurrencyCode *string // of the price
}

// Priorities are those of wishes, the least first.
var Priorities = []string{"low", "normal", "high"}

// Held counts the held pieces of an item, and says whether one is lent.
type Held struct {
	ItemID, Quantity int64
	Loaned           bool
	Value            *int64 // of those that are valued, if all are in one currency
	CurrencyCode     *string
}

// ItemInput holds everything that a client may write of an item.
type ItemInput struct {
	Name             string
	Description      *string
	CollectionTypeID *int64
	CustomFields     []GivenValue // checked against the fields of the type later
	KeepOthers       bool         // keeps values that are not given, as in a PATCH

	CategoryID, SetID, SeriesID Given[int64]
	TagIDs                      Given[[]int64]
	Wanted                      Given[bool]
	WantedPriority              Given[string]
	WantedMaxPrice              Given[int64]
	WantedCurrencyCode          Given[string]
}

// GivenValue is a value as a client sent it.
type GivenValue struct {
	Field string // a field id, not yet parsed
	JSON  json.RawMessage
}

func (in *ItemInput) Validate() error {
	var e fault.Invalid
	e.Text("name", in.Name, MaxName)
	maxOptional(&e, "description", in.Description, MaxDescription)
	if tags := in.TagIDs.Value; tags != nil {
		slices.Sort(*tags)
		*tags = slices.Compact(*tags)
		if len(*tags) > MaxItemTags {
			return ErrItemTags
		}
	}
	if in.WantedPriority.Value != nil {
		e.OneOf("wanted_priority", *in.WantedPriority.Value, Priorities)
	}
	money(&e, "wanted_max_price", in.WantedMaxPrice.Value)
	currency(&e, "wanted_currency_code", in.WantedCurrencyCode.Value)
	return e.Err()
}

// Sent are the names of the optional members that were given.
func (in ItemInput) Sent() []string {
	names := []string{}
	for _, g := range []struct {
		name string
		sent bool
	}{
		{"category_id", in.CategoryID.Sent}, {"set_id", in.SetID.Sent}, {"series_id", in.SeriesID.Sent}, {"tag_ids", in.TagIDs.Sent}, {"wanted", in.Wanted.Sent},
		{"wanted_priority", in.WantedPriority.Sent}, {"wanted_max_price", in.WantedMaxPrice.Sent}, {"wanted_currency_code", in.WantedCurrencyCode.Sent},
	} {
		if g.sent {
			names = append(names, g.name)
		}
	}
	return names
}

// Texts lists the texts that search finds an item by, besides its values.
func (in ItemInput) Texts() []string {
	if in.Description == nil {
		return []string{in.Name}
	}
	return []string{in.Name, *in.Description}
}

// ItemMove puts items into another collection.
type ItemMove struct {
	IDs          []int64
	CollectionID *int64
}

const maxMoved = 1000

func (in *ItemMove) Validate() error {
	var e fault.Invalid
	if len(in.IDs) < 1 || len(in.IDs) > maxMoved {
		e.Add("item_ids", "The item ids field must have 1 to 1000 ids.")
	}
	if in.CollectionID == nil {
		e.Addf("collection_id", "The %s field is required.")
	}
	return e.Err()
}

// Moved counts the items moved into a collection, without those that were there already.
type Moved struct{ CollectionID, Items int64 }

// ItemName is the name of an item; nil for one deleted for good.
type ItemName struct {
	ID   int64
	Name *string
	Gone bool
}

// Loss counts what is lost with some items. Names lists the first five.
type Loss struct {
	Items, Copies, Photos int64
	Names                 []string
}

// Neighbours are the items before and after one in a list; nil at its ends.
type Neighbours struct{ Before, After *Neighbour }

// Neighbour is the part of an item that its neighbours show.
type Neighbour struct {
	ID   int64
	Name string
}

// RecentItem is an item that was added lately, as an overview shows it.
type RecentItem struct {
	ID             int64
	Name           string
	CollectionName string
	Emoji          string // of the collection
	PhotoID        *int64 // the main photo
	CreatedAt      time.Time
}
