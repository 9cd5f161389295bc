package ui

import (
	"strings"

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

// TypeColors are the suggested colours of a type; any other can be typed.
func TypeColors(f Frame) []Option {
	return []Option{{Value: "#0D6650", Label: f.T("color.green")}, {Value: "#3B6FB6", Label: f.T("color.blue")}, {Value: "#B7791F", Label: f.T("color.amber")}, {Value: "#8A5BB5", Label: f.T("color.violet")},
		{Value: "#B4513F", Label: f.T("color.rust")}, {Value: "#5B7F2B", Label: f.T("color.olive")}, {Value: "#6B7280", Label: f.T("color.grey")}}
}

// SameColor compares colours, ignoring case.
func SameColor(a, b string) bool { return strings.EqualFold(a, b) }
