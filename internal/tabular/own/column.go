package own

import "slices"

// Kinds of columns besides those of custom fields.
const (
	Text     = "text"
	Number   = "number"
	Integer  = "integer"
	Money    = "money"
	Currency = "currency"
	Date     = "date"
	Time     = "time"
	Boolean  = "boolean"
	Select   = "select"
	Rating   = "rating"
	Status   = "status"
	Path     = "path"
	List     = "list"
	UUID     = "uuid"
)

// Groups of columns.
const (
	Collection = "collection"
	Item       = "item"
	Copy       = "copy"
	Purchase   = "purchase"
	Value      = "value"
	Insurance  = "insurance"
	Photos     = "photos"
)

// Column is a column of a table.
type Column struct {
	Key, Group, Kind string
	Exported         bool // exports can have it
	Imported         bool // imports take it
}

// Policies and CoveredValue are the names of the active policies that name a copy, and what they and its
// records cover of its value, in the currency of the value. Imports leave them out.
const (
	Policies     = "policies"
	CoveredValue = "covered_value"
)

// FieldsAfter is the column after which custom fields follow.
const FieldsAfter = "wanted_currency"

// Columns are all columns except custom fields, in the order of an export.
var Columns = slices.Concat(
	both(Collection, "collection_uuid", UUID, "collection", Text),
	both(Item, "item_uuid", UUID),
	imported(Item, "item_key", Text),
	exported(Item, "item_id", Integer),
	both(Item, "item_name", Text, "description", Text, "type", Text, "category", Path, "tags", List, "set", Text, "series", Text,
		"wanted", Boolean, "wanted_priority", Text, "wanted_max_price", Money, "wanted_currency", Currency),
	exported(Item, "item_created_at", Time, "item_updated_at", Time),
	both(Copy, "copy_uuid", UUID),
	imported(Copy, "copy_key", Text),
	exported(Copy, "copy_id", Integer),
	both(Copy, "identifier", Text, "quantity", Integer, "status", Status, "condition", Text, "location", Path, "acquired_at", Date, "disposed_at", Date, "note", Text),
	both(Purchase, "purchase_price", Money, "purchase_currency", Currency, "purchase_date", Date, "purchase_from", Text, "purchase_reference", Text),
	both(Value, "value", Money, "value_currency", Currency, "value_date", Date, "value_type", Text, "value_by", Text),
	exported(Value, "total_value", Money),
	both(Insurance, "insurer", Text, "policy_number", Text, "insured_value", Money, "insured_currency", Currency, "insured_from", Date, "insured_until", Date, "coverage_type", Text),
	exported(Insurance, Policies, List, CoveredValue, Money),
	imported(Photos, "photo_files", List),
	exported(Photos, "photos", Integer),
)

func both(group string, pairs ...string) []Column { return columns(group, true, true, pairs) }

func exported(group string, pairs ...string) []Column { return columns(group, true, false, pairs) }

func imported(group string, pairs ...string) []Column { return columns(group, false, true, pairs) }

// columns takes keys, each followed by its kind.
func columns(group string, exported, imported bool, pairs []string) (all []Column) {
	for i := 0; i < len(pairs); i += 2 {
		all = append(all, Column{Key: pairs[i], Group: group, Kind: pairs[i+1], Exported: exported, Imported: imported})
	}
	return all
}

// ByKey finds a column by its key, except custom fields.
func ByKey(key string) (Column, bool) {
	i := slices.IndexFunc(Columns, func(c Column) bool { return c.Key == key })
	if i < 0 {
		return Column{}, false
	}
	return Columns[i], true
}
