package ui

import (
	"encoding/json"
	"slices"

	"vitrine/internal/catalog"
)

// Column is a column of the table, or a field to sort and filter by.
type Column struct {
	Key, Label string // the key of a custom field is its id
	Kind       string // of a custom field
	Options    []string
	Type       catalog.TypeForm // of a custom field
	Sort       string           // the value of the sort parameter; empty if it cannot be sorted by
}

// Param is the parameter that filters by the column: min, max or neither.
func (c Column) Param(bound string) string {
	if bound != "" {
		return "custom_fields[" + c.Key + "][" + bound + "]"
	}
	return "custom_fields[" + c.Key + "]"
}

// InWords is a value for people.
func (c Column) InWords(f Frame, value string) string {
	switch c.Kind {
	case catalog.Boolean:
		if value == "true" {
			return f.T("yes")
		}
		return f.T("no")
	case catalog.Rating:
		return value + " ★"
	}
	return value
}

// usual are the default columns, apart from custom fields.
var usual = []string{"type", "copies", "value", "place", "condition", "updated_at"}

// DefaultColumns are the default columns of a table: not all, if there are many.
func DefaultColumns(offered []Column) (shown []Column) {
	const most = 4
	fields := 0
	for _, c := range offered {
		if c.Kind != "" {
			if fields++; fields > most {
				continue
			}
		}
		if c.Kind != "" || slices.Contains(usual, c.Key) {
			shown = append(shown, c)
		}
	}
	return shown
}

// ColumnKeys are the keys of columns.
func ColumnKeys(columns []Column) []string {
	keys := make([]string, len(columns))
	for i, c := range columns {
		keys[i] = c.Key
	}
	return keys
}

// Shows reports whether the table has a column.
func (l ItemList) Shows(c Column) bool { return slices.Contains(ColumnKeys(l.Columns), c.Key) }

// SortPath is the address that sorts by a column: ascending, or descending if it is ascending now.
func (l ItemList) SortPath(c Column) string {
	changes := []string{"sort", c.Sort}
	down := l.Filter.Sort.String() == c.Sort
	if slices.Contains(catalog.FigureSorts, c.Sort) { // the greatest come first
		down = l.Filter.Sort.String() != "-"+c.Sort
	}
	if down {
		changes[1] = "-" + c.Sort
	}
	if changes[1] == DefaultSort {
		changes[1] = ""
	}
	if c.Kind != "" {
		changes = append(changes, "type", Number(c.Type.ID))
	}
	return l.Path(changes...)
}

// Sorted is how the table is sorted by a column, for aria-sort.
func (l ItemList) Sorted(c Column) string {
	switch l.Filter.Sort.String() {
	case c.Sort:
		return "ascending"
	case "-" + c.Sort:
		return "descending"
	}
	return "none"
}

// ValueOf is the value of an item in a field's column.
func (c Column) ValueOf(i catalog.Item) (Value, bool) {
	var values map[string]json.RawMessage
	_ = json.Unmarshal(i.CustomFields, &values) // the database contains only objects
	raw, ok := values[c.Key]
	if !ok {
		return Value{}, false
	}
	var text string
	if json.Unmarshal(raw, &text) != nil {
		text = string(raw)
	}
	return Value{Name: c.Label, Kind: c.Kind, Text: text}, true
}

// Sortable are the fields in the sort menu: those of the only type shown.
func Sortable(l ItemList) []Column {
	if len(l.Types) > 1 && l.Type == "" {
		return nil
	}
	return l.Fields()
}

func IsSort(l ItemList, value string) bool {
	sort := l.Filter.Sort.String()
	return sort == value || sort == "-"+value || value == "" && sort == DefaultSort
}

func ColumnOf(t catalog.TypeForm, f catalog.FieldForm) Column {
	return Column{Key: Number(f.ID), Label: f.Name, Kind: f.Kind, Options: f.Options, Type: t}
}

// ColumnLabel distinguishes fields of the same name.
func ColumnLabel(l ItemList, c Column) string {
	if c.Kind != "" && len(l.Types) > 1 && l.Type == "" {
		return c.Type.Name + ": " + c.Label
	}
	return c.Label
}

func Bounds(f Frame, bound string) string {
	if bound == "min" {
		return f.T("filter.least")
	}
	return f.T("filter.most")
}
