package importing

import (
	"encoding/json"
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

// checkValues requires each value to be one that a custom field of some kind can have: what
// no longer fits its field is kept, so that kind may be another one.
func (l *line) checkValues(member string) {
	all := valuesOf(l.values[member])
	for _, uuid := range slices.Sorted(maps.Keys(all)) {
		value := all[uuid]
		switch value.Kind() {
		case '"':
			if s := plainText(value); utf8.RuneCountInString(*s) > catalog.MaxTextValue {
				l.wrong.Add(member, "The value must be a text of at most %d characters.", catalog.MaxTextValue)
			}
		case '0':
			if plain, ok := catalog.PlainNumber(json.RawMessage(value)); !ok || plain != string(value) {
				l.wrong.Add(member, "The value must be a number.")
			}
		case 't', 'f':
		default:
			l.wrong.Addf(member, "The selected %s is invalid.")
		}
	}
}

// valuesOf are the values of custom fields, by uuid.
func valuesOf(v jsontext.Value) map[string]jsontext.Value { return membersOf(v) }

// LineFields are the custom fields that lines bring or keep, by uuid, so that values are
// compared with them. Those of an ordinary account have room by far.
type LineFields struct {
	known map[string]catalog.CustomField
	room  int
}

// NewLineFields knows none yet.
func NewLineFields() *LineFields {
	return &LineFields{known: map[string]catalog.CustomField{}, room: 16 << 20}
}

// note remembers a field as it will be.
func (f *LineFields) note(d *LinePlan) {
	text := d.Text
	switch {
	case f == nil || d.Part != "custom_fields" || d.Action == "error":
		return
	case d.Action == "skip" || d.Action == "unchanged":
		text = d.Present.Text
	}
	const entry = 256 // bytes that a field takes about, without its options
	l := line{values: membersOf(text)}
	field := catalog.CustomField{FieldType: l.text("field_type"), Options: l.texts("options")}
	if size := entry + len(l.values["options"]); f.room >= size {
		f.known[d.UUID] = field
		f.room -= size
	}
}

// unfit warns of the first value that its field would not take from a request. It stays as it
// is: a field that becomes of another kind, or loses an option, keeps the values it had.
func (f *LineFields) unfit(d *LinePlan) []Issue {
	const member = "custom_fields"
	if f == nil || d.Part != "items" || d.Action != "create" && !slices.ContainsFunc(d.Changes, func(c Change) bool { return c.Field == member }) {
		return nil
	}
	all := valuesOf(membersOf(d.Text)[member])
	for _, uuid := range slices.Sorted(maps.Keys(all)) {
		field, ok := f.known[uuid]
		if !ok {
			continue
		}
		if wrong := wrongValue(field, all[uuid]); wrong.Rule != "" {
			issue := Issue{Column: new(member), Code: codeOf(wrong), Level: "warning", Expected: expectedOf(wrong), Found: beginning(*plainText(all[uuid]))}
			issue.Message = sentence(issue)
			return []Issue{issue}
		}
	}
	return nil
}

// wrongValue says what is wrong with a value as it is stored; no rule is nothing.
func wrongValue(f catalog.CustomField, value jsontext.Value) fault.Message {
	stored, wrong := catalog.StoredValue(f, json.RawMessage(value))
	if wrong.Rule == "" && jsontext.Value(stored).Kind() != value.Kind() { // a request may send it in this form
		_, wrong = catalog.StoredValue(f, json.RawMessage(`[]`))
	}
	return wrong
}
