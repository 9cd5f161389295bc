package catalog

import (
	"strings"
	"time"

	"vitrine/internal/fault"
)

// TrashEntry is a deleted object, with everything deleted along with it.
type TrashEntry struct {
	ID            int64
	ObjectType    string
	ObjectID      int64
	Name          string
	Subtitle      *string // the name of what it was in
	Counts        map[string]int64
	DeletedByName string
	DeletedAt     time.Time
	PurgesAt      time.Time
}

// DaysLeft is how many whole days the entry can still be restored.
func (e TrashEntry) DaysLeft(now time.Time) int64 {
	return max(0, int64(e.PurgesAt.Sub(now).Hours()/24))
}

// TrashTypes are the types of what can be in the trash; TrashSorts are the orders of its list.
var (
	TrashTypes = []string{"collection", "item", "copy", "location", "collection_type", "custom_field", "category", "set", "series", "tag", "item_condition", "item_photo", "document",
		"insurance_record", "policy", "valuation", "transaction", "provenance_event", "maintenance_record", "loan", "location_history", "import"}
	TrashSorts = []string{"deleted_at", "-deleted_at"}
)

// TrashFilter limits the list of entries.
type TrashFilter struct {
	Search     Search
	ObjectType string
	Sort       string
}

// RestoreInput says where to restore an entry; by default where it was.
type RestoreInput struct{ ParentID Given[int64] }

func (in *RestoreInput) Validate() error { return nil }

// RestoreObject names what to restore by its type and id.
type RestoreObject struct {
	Type string
	ID   *int64
}

func (in *RestoreObject) Validate() error {
	var e fault.Invalid
	if e.Required("type", in.Type) {
		e.OneOf("type", in.Type, TrashTypes)
	}
	if in.ID == nil {
		e.Addf("id", "The %s field is required.")
	}
	return e.Err()
}

// Restored is a restored object, and the references that it lost.
type Restored struct {
	Entry   TrashEntry
	Parents Parents
	Dropped []Dropped
}

// Parents are the ids of an object's containers; nil where it has none of the kind.
type Parents struct {
	CollectionID     *int64 `json:"collection_id"`
	CollectionTypeID *int64 `json:"collection_type_id"`
	ItemID           *int64 `json:"item_id"`
	CopyID           *int64 `json:"copy_id"`
}

// Dropped is a reference to something that is gone.
type Dropped struct{ Type, ID, Field string }

// Conflict is an object that prevents restoring an entry.
type Conflict struct {
	Reason, Type, ID string
	Name             *string
	TrashEntry       *string `json:"trash_entry"`
}

// Conflicts is the error of an entry that cannot be restored at present.
type Conflicts []Conflict

func (c Conflicts) Error() string {
	reasons := make([]string, len(c))
	for i, one := range c {
		reasons[i] = one.Reason
	}
	return "in the way: " + strings.Join(reasons, ", ")
}
