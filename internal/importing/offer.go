package importing

import (
	"slices"

	"vitrine/internal/catalog"
	"vitrine/internal/tabular/guess"
)

// offerFrom is how many columns must be fields of a template before it is offered.
const offerFrom = 3

// Offer takes the template as the type that most new fields are of, by their names in the language or
// in English. Of two that fit as well, and if cells do not fit its fields, there is none.
func (m *Mapping) Offer(s *guess.Survey, locale string) {
	best, most, tie := catalog.Template{}, offerFrom-1, false
	for _, t := range catalog.Templates() {
		switch n := len(m.fieldsOf(t, s, locale)); {
		case n > most:
			best, most, tie = t, n, false
		case n == most:
			tie = true
		}
	}
	if best.Slug == "" || tie {
		return
	}
	m.Type = &TypeRef{Template: best.Slug}
	if locale != "en" { // which templates are in
		m.Type.Language = locale
	}
	for i, f := range m.fieldsOf(best, s, locale) {
		m.Columns[i].Name, m.Columns[i].Kind, m.Columns[i].Options = f.Name, f.Type, nil
	}
}

// fieldsOf are the fields of a template that columns are, in English; none if cells do not fit one.
func (m *Mapping) fieldsOf(t catalog.Template, s *guess.Survey, locale string) map[int]catalog.DocumentField {
	english, in, all := t.Fields(), t.In(locale).Fields(), map[int]catalog.DocumentField{}
	for i, c := range m.Columns {
		if c.To != guess.Field || c.Column == nil {
			continue
		}
		at := slices.IndexFunc(in, func(f catalog.DocumentField) bool { return fold(f.Name) == fold(c.Name) })
		if at < 0 {
			at = slices.IndexFunc(english, func(f catalog.DocumentField) bool { return fold(f.Name) == fold(c.Name) })
		}
		if at < 0 {
			continue
		}
		if !s.Fits(int(*c.Column), english[at].Type, locale) {
			return nil
		}
		all[i] = english[at]
	}
	return all
}
