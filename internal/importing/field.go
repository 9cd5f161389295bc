package importing

import (
	"encoding/json"
	"errors"
	"strconv"
	"unicode/utf8"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/tabular/cell"
	"vitrine/internal/tabular/own"
)

// itemFields are the values of custom fields.
func (r *rowPlanner) itemFields(w *ItemWrite, was catalog.Item, t *Type) {
	present := map[string]json.RawMessage{}
	if t != nil && was.CollectionTypeID != nil && *was.CollectionTypeID == t.ID {
		_ = json.Unmarshal(was.CustomFields, &present) // the database holds objects
	}
	for _, s := range r.p.byTarget["field"] {
		c := r.at(s)
		if own := s.target.field.typeName; own != "" && w.ID == 0 && t != nil && fold(own) == fold(t.Name) {
			r.p.Structure.field(t, s.target.field, s.Options) // an export names its fields, filled or not
		}
		if c.text == "" && (!c.set || w.ID == 0) {
			continue
		}
		if t == nil || s.target.field.typeName != "" && fold(s.target.field.typeName) != fold(t.Name) {
			if c.text != "" {
				r.wrong(s, "unknown", "a field of the item's collection type", c.text)
			}
			continue
		}
		f := r.p.Structure.field(t, s.target.field, s.Options)
		if f == nil {
			r.wrong(s, "unknown", "a custom field that is there", s.target.field.name)
			continue
		}
		r.itemField(w, t, f, c, present[strconv.FormatInt(f.ID, 10)])
	}
}

func (r *rowPlanner) itemField(w *ItemWrite, t *Type, f *catalog.CustomField, c cellText, present json.RawMessage) {
	from := valueText(present)
	if c.text == from {
		return
	}
	value, bad := fieldValue(f, c, r.p.Mapping.Options)
	if bad != nil && bad.Code == cell.BadOption {
		switch {
		case utf8.RuneCountInString(c.text) > catalog.MaxName:
			r.wrong(c.src, "too_long", "text of at most 255 characters", c.text)
			return
		case len(f.Options) >= catalog.MaxOptions:
			r.wrong(c.src, "limit_reached", "at most 200 options", c.text)
			return
		case r.p.Structure.option(t, f, c.text):
			value, bad = quote(c.text), nil
		}
	}
	if bad != nil {
		r.refuse(c, bad)
		return
	}
	to := valueText(json.RawMessage(value))
	if sameValue(f, from, to) {
		return
	}
	if value == "" {
		value = "null"
	}
	id := strconv.FormatInt(f.ID, 10)
	given := catalog.GivenValue{Field: id, JSON: json.RawMessage(value)}
	if _, _, err := catalog.CheckValues(t.Fields, []catalog.GivenValue{given}); err != nil {
		r.invalidAt(c.src, err)
		return
	}
	r.p.Structure.useOption(t, f, to)
	w.In.CustomFields = append(w.In.CustomFields, given)
	r.change(own.Field{Kind: f.FieldType, Type: t.Name, Name: f.Name, Nth: t.nth(f)}.Header(), from, to)
}

func (r *rowPlanner) invalidAt(s *source, err error) {
	var invalid *fault.Invalid
	if errors.As(err, &invalid) {
		for _, f := range invalid.Fields {
			r.wrong(s, codeOf(f.Messages[0]), expectedOf(f.Messages[0]), r.at(s).text)
		}
	}
}
