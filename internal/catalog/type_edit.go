package catalog

// TypeSummary is a collection type as a list shows it.
type TypeSummary struct {
	ID          int64
	Name, Color string
	Fields      int64
	Collections []CollectionLink // that use it
}

// TypeEdit is a collection type with everything that its page edits.
type TypeEdit struct {
	ID          int64
	Name, Color string
	Groups      []GroupEdit // by position
	Fields      []FieldEdit // by position
	Collections []int64     // that use it
}

// GroupEdit is a group of such a type.
type GroupEdit struct {
	ID   int64
	Name string
}

// FieldEdit is a field of such a type.
type FieldEdit struct {
	ID         int64
	GroupID    *int64
	Name, Kind string
	Options    []string
	Position   int64
	IsPublic   bool  // visitors see its values
	Values     int64 // recorded for it, at most ManyValues
}

// ManyValues limits how far recorded values are counted.
const ManyValues = 1000

// In are the fields of a group, or the standalone ones for nil.
func (t TypeEdit) In(group *int64) (fields []FieldEdit) {
	for _, f := range t.Fields {
		if f.GroupID == nil && group == nil || f.GroupID != nil && group != nil && *f.GroupID == *group {
			fields = append(fields, f)
		}
	}
	return fields
}

// Field finds a field by id.
func (t TypeEdit) Field(id int64) (FieldEdit, bool) {
	for _, f := range t.Fields {
		if f.ID == id {
			return f, true
		}
	}
	return FieldEdit{}, false
}

// FieldTypes lists the kinds of custom fields.
var FieldTypes = fieldTypes
