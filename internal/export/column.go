package export

import (
	"slices"

	"vitrine/internal/catalog"
	"vitrine/internal/i18n"
	"vitrine/internal/tabular/own"
)

// Column is a column that a list can have.
type Column struct {
	own.Column
	Options []string
	field   *catalog.ListedField // nil unless it shows a custom field
}

// Label is the name of the column for people.
func (c Column) Label(locale string) string {
	if c.field != nil {
		return c.field.Name
	}
	return i18n.For(locale).T("column." + c.Key)
}

// OfField reports whether it shows a custom field.
func (c Column) OfField() bool { return c.field != nil }

// Columns are the columns that a list can have, including those of the given custom fields.
func Columns(list string, fields []catalog.ListedField) (all []Column) {
	for _, c := range own.Columns {
		if c.Exported && (list != catalog.ListItems || ofItems[c.Group]) {
			all = append(all, Column{Column: c})
		}
		if c.Key == own.FieldsAfter {
			all = append(all, fieldColumns(fields)...)
		}
	}
	return all
}

// ofItems are the groups of columns that lists of items have.
var ofItems = map[string]bool{own.Collection: true, own.Item: true, own.Photos: true}

func fieldColumns(fields []catalog.ListedField) (all []Column) {
	named := make([]own.Field, len(fields))
	for i, f := range fields {
		named[i] = own.Field{Kind: f.FieldType, Type: f.TypeName, Name: f.Name}
	}
	own.Count(named)
	for i, f := range fields {
		c := own.Column{Key: named[i].Header(), Group: own.Item, Kind: f.FieldType, Exported: true, Imported: true}
		all = append(all, Column{Column: c, Options: f.Options, field: &fields[i]})
	}
	return all
}

// column is a column with the function that fills it from a row.
type column struct {
	Column
	cell func(*catalog.ListedRow, values) cell
}

// columns are the columns of a list, with their functions.
func (n *named) columns(list string) (all []column) {
	cells := n.cells()
	for _, c := range Columns(list, n.Fields) {
		take := cells[c.Key]
		if c.field != nil {
			take = fieldCell(*c.field)
		}
		all = append(all, column{c, take})
	}
	return slices.Clip(all)
}
