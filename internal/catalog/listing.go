package catalog

import (
	"encoding/json"
	"time"
)

// Lists that can be exported. Items and copies have a row each; a collection has a row for each copy,
// and for each item without copies.
const (
	ListItems      = "items"
	ListCopies     = "copies"
	ListCollection = "collection"
)

// Listing requests all rows of a list as of one moment.
type Listing struct {
	List         string
	CollectionID int64 // of ListCollection
	Items        ItemFilter
	Copies       CopyFilter // of ListCopies
	Nothing      bool       // selects no row, whatever the filters say
	Cover        bool       // rows say what policies cover of them
	Most         int64      // rows; a longer list is refused
}

// ListingNames are the names that rows refer to by id.
type ListingNames struct {
	Rows        int64
	Types       []int64 // that the items have
	Collections map[int64]ListedCollection
	Categories  map[int64]ListedPlace
	Locations   map[int64]ListedPlace
	TypeNames   map[int64]string
	Sets        map[int64]string
	Series      map[int64]string
	Conditions  map[int64]string
	Tags        map[int64]string
	Fields      []ListedField // of all types, in the order of columns
}

// ListedCollection is how rows name their collection.
type ListedCollection struct{ UUID, Name string }

// ListedPlace is a location or category of a path.
type ListedPlace struct {
	ParentID int64 // 0 at top level
	Name     string
}

// ListedField is a custom field with the name of its type.
type ListedField struct {
	ID, CollectionTypeID int64
	TypeName, Name       string
	FieldType            string
	Options              []string
}

// Path lists the names from the outermost place to the one with an id.
func Path(places map[int64]ListedPlace, id int64) []string {
	var path []string
	for at, ok := places[id]; ok; at, ok = places[at.ParentID] {
		path = append([]string{at.Name}, path...)
	}
	return path
}

// ListedRow is an item, with a copy if the list has copies.
type ListedRow struct {
	ItemID           int64
	ItemUUID         string
	CollectionID     int64
	CollectionTypeID *int64
	Name             string
	Description      *string
	CustomFields     json.RawMessage // by the id of the field
	CategoryID       *int64
	SetID            *int64
	SeriesID         *int64
	TagIDs           []int64
	Wish
	CreatedAt, UpdatedAt time.Time
	Photos               int64

	CopyID                 *int64
	CopyUUID               *string
	Identifier             *string
	Quantity               *int64
	Status                 *string
	ConditionID            *int64
	LocationID             *int64
	AcquiredAt, DisposedAt *time.Time
	Note                   *string

	PurchasePrice                   *int64 // of the first one
	PurchaseCurrency                *string
	PurchaseDate                    *time.Time
	PurchaseFrom, PurchaseReference *string

	Value              *int64 // of a piece, by the newest valuation
	ValueCurrency      *string
	ValueDate          *time.Time
	ValueType, ValueBy *string

	Insurer, PolicyNumber     *string // of the first active cover
	InsuredValue              *int64
	InsuredCurrency           *string
	InsuredFrom, InsuredUntil *time.Time
	CoverageType              *string
	Policies                  []string // the names of those that name the copy
	CoveredValue              *int64
}
