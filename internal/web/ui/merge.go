package ui

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/i18n"
)

// Ticked is the value of a ticked checkbox.
const Ticked = "1"

// Clash is a field that two users changed at the same time: its former value, and both new ones.
type Clash struct{ Was, Theirs, Mine string }

// Edited is the form of an object. It contains the values it was shown with, so that changed fields
// can be told from unchanged ones.
func Edited(values map[string]string) Form {
	shown := Shown(values)
	values["shown"] = shown
	return Form{Values: values}
}

// Shown encodes the values that a form was shown with.
func Shown(values map[string]string) string {
	text, err := json.Marshal(values)
	if err != nil {
		panic(err) // texts always encode
	}
	return string(text)
}

// Clash is that of a field, if there is one.
func (f Form) Clash(name string) (Clash, bool) {
	c, ok := f.Clashes[name]
	return c, ok
}

// Taken reports whether a field shows a value that somebody else wrote meanwhile.
func (f Form) Taken(name string) bool { return slices.Contains(f.Theirs, name) }

// Both is both texts, one after the other.
func (c Clash) Both() string { return c.Theirs + "\n\n" + c.Mine }

// version is a value for people: the label of an option, or a day in the language.
func version(t *i18n.Texts, kind string, options []Option, value string) string {
	for _, o := range options {
		if o.Value == value && o.Label != "" {
			return o.Label
		}
	}
	switch {
	case value == "":
		return t.T("clash.nothing")
	case options != nil:
		return t.T("clash.another")
	case kind == "date":
		if day, err := time.Parse(time.DateOnly, value); err == nil {
			return t.Date(day)
		}
	}
	return value
}

// yesOrNo are the options of a checkbox.
func yesOrNo(t *i18n.Texts) []Option { return []Option{{Ticked, t.T("yes")}, {"", t.T("no")}} }

// alike are options whose label is their value.
func alike(values []string) (all []Option) {
	for _, value := range values {
		all = append(all, Option{value, value})
	}
	return all
}

func CopyValues(c catalog.PlacedCopy) map[string]string {
	return Filled(map[string]any{"status": c.Status, "quantity": &c.Quantity, "identifier": c.Identifier, "note": c.Note, "location_id": c.LocationID, "condition": c.Condition,
		"acquired_at": c.AcquiredAt, "disposed_at": c.DisposedAt})
}

func CollectionValues(c catalog.Collection) map[string]string {
	return Filled(map[string]any{"name": c.Name, "emoji": c.Emoji, "currency": c.Currency, "description": c.Description})
}

func LocationValues(name, emoji string) map[string]string {
	return map[string]string{"name": name, "emoji": emoji}
}

func TagValues(t catalog.Tag) map[string]string {
	return map[string]string{"name": t.Name, "color": t.Color}
}

func DocumentValues(d catalog.Document) map[string]string {
	return Filled(map[string]any{"document_type": d.DocumentType, "name": d.Name, "description": d.Description, "reference_number": d.ReferenceNumber, "issued_at": d.IssuedAt})
}

func TypeValues(t catalog.TypeEdit) map[string]string {
	return map[string]string{"name": t.Name, "color": t.Color}
}

func GroupValues(g catalog.GroupEdit) map[string]string { return map[string]string{"name": g.Name} }

func FieldValues(f catalog.FieldEdit) map[string]string {
	return Filled(map[string]any{"name": f.Name, "kind": f.Kind, "options": strings.Join(f.Options, "\n"), "is_public": f.IsPublic})
}

func SavedValues(v catalog.View) map[string]string {
	return Filled(map[string]any{"name": v.Name, "shared": v.Shared})
}
