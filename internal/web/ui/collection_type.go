package ui

import (
	"vitrine/internal/catalog"
)

var kindTexts = map[string]string{catalog.Text: "kind.text", catalog.Number: "kind.number", catalog.Date: "kind.date", catalog.Boolean: "kind.boolean", catalog.Select: "kind.select", catalog.Rating: "kind.rating"}

// Kind is a kind of fields, in words.
func (f Frame) Kind(kind string) string { return f.T(kindTexts[kind]) }

// Contents are the names of the fields of a template, by group.
func Contents(t catalog.Template) []Group {
	all := []Group{{Values: named(t.Document.Type.StandaloneFields)}}
	for _, g := range t.Document.Type.Groups {
		all = append(all, Group{Name: g.Name, Values: named(g.Fields)})
	}
	return all
}

func named(fields []catalog.DocumentField) (values []Value) {
	for _, f := range fields {
		values = append(values, Value{Name: f.Name, Kind: f.Type})
	}
	return values
}
