package view

import (
	"slices"

	"vitrine/internal/catalog"
	"vitrine/internal/i18n"
	"vitrine/internal/pack"
)

// Packing is the form of a pack for an insurer, and the packs that were made.
type Packing struct {
	pack.Order
	Form     Form
	Currency string // of the least value
	Count    int64  // of the copies that it would have
	Refused  string // why it cannot be made; empty if it is a field
	Made
}

func (p Packing) chosen(collection int64) bool { return slices.Contains(p.CollectionIDs, collection) }

// form has what was chosen, or what is usual.
func (p Packing) form() Form {
	f := p.Form
	f.Values = map[string]string{}
	for name, value := range p.Form.Values {
		f.Values[name] = value
	}
	f.Values["photos"], f.Values["paper"], f.Values["locale"] = p.Photos, p.Paper, p.Locale
	return f
}

func (p Packing) sizes(f Frame) []Option {
	return []Option{{"thumb", f.T("pack.photos.thumb")}, {"medium", f.T("pack.photos.medium")}}
}

func (p Packing) papers(f Frame) []Option {
	return []Option{{"a4", "A4"}, {"letter", f.T("pack.letter")}}
}

func (p Packing) languages() (all []Option) {
	for _, locale := range i18n.Locales {
		all = append(all, Option{locale, i18n.Names[locale]})
	}
	return all
}

// Verified is what whoever was handed a pack can compare it with.
type Verified struct {
	Showcase
	catalog.Verification
}
