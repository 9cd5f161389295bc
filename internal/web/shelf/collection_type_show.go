package shelf

import (
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/web/ui"
)

func TypePath(id int64) string { return "/types/" + strconv.FormatInt(id, 10) }

// TypeEditor is everything on the page of a type.
type TypeEditor struct {
	Type        catalog.TypeEdit
	Collections []catalog.CollectionLink // all that could use it
	Form        ui.Form
	Ask         Ask
}

// Ask is a question about a field before values of it are lost or no longer fit.
type Ask struct {
	Field    int64
	Delete   bool
	Name     string
	Kind     string // the new one
	IsPublic bool
}

// Linked are the collections that use the type, or the others.
func (e TypeEditor) Linked(use bool) (all []catalog.CollectionLink) {
	for _, c := range e.Collections {
		if slices.Contains(e.Type.Collections, c.ID) == use {
			all = append(all, c)
		}
	}
	return all
}

// Values are those recorded for all fields.
func (e TypeEditor) Values() (n int64) {
	for _, f := range e.Type.Fields {
		n += f.Values
	}
	return n
}

// Kind is the kind that a field has, or the one that was asked about.
func (e TypeEditor) Kind(f catalog.FieldEdit) string {
	if e.Ask.Field == f.ID && !e.Ask.Delete {
		return e.Ask.Kind
	}
	return f.Kind
}

// IsPublic is whether visitors see a field, or what was just chosen of it.
func (e TypeEditor) IsPublic(f catalog.FieldEdit) bool {
	if e.Ask.Field == f.ID && !e.Ask.Delete {
		return e.Ask.IsPublic
	}
	return f.IsPublic
}

func fieldPath(e TypeEditor, f catalog.FieldEdit) string {
	return TypePath(e.Type.ID) + "/fields/" + ui.Number(f.ID)
}

func groupPath(e TypeEditor, g catalog.GroupEdit) string {
	return TypePath(e.Type.ID) + "/groups/" + ui.Number(g.ID)
}

// formField is a field as the form of an item has it.
func formField(f catalog.FieldEdit) catalog.FieldForm {
	return catalog.FieldForm{ID: f.ID, Name: f.Name, Kind: f.Kind, Options: f.Options}
}

// kindIcons show what a field takes.
var kindIcons = map[string]string{catalog.Text: "type", catalog.Number: "hash", catalog.Date: "calendar", catalog.Boolean: "toggle-right", catalog.Select: "list", catalog.Rating: "star"}

// typeColors are offered for a type; any other can be typed.
func typeColors(f ui.Frame) []ui.Option {
	return []ui.Option{{Value: "#0D6650", Label: f.T("color.green")}, {Value: "#3B6FB6", Label: f.T("color.blue")}, {Value: "#B7791F", Label: f.T("color.amber")}, {Value: "#8A5BB5", Label: f.T("color.violet")},
		{Value: "#B4513F", Label: f.T("color.rust")}, {Value: "#5B7F2B", Label: f.T("color.olive")}, {Value: "#6B7280", Label: f.T("color.grey")}}
}

// sameColor compares colours in any case.
func sameColor(a, b string) bool { return strings.EqualFold(a, b) }

// many is a number of values that were counted so far only.
func values(f ui.Frame, key string, n int64, pairs ...string) string {
	text := f.N(key, n, pairs...)
	if n >= catalog.ManyValues {
		text = strings.Replace(text, f.Number(n), f.Number(n)+"+", 1)
	}
	return text
}

// Gallery is how to begin a type.
type Gallery struct {
	Templates   []catalog.Template
	Collections []catalog.CollectionLink
	Form        ui.Form
}

// fieldCount is how many fields a template has.
func fieldCount(t catalog.Template) (n int64) {
	for _, g := range ui.Contents(t) {
		n += int64(len(g.Values))
	}
	return n
}
