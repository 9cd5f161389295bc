package exchange

import (
	"slices"

	"vitrine/internal/catalog"
	"vitrine/internal/i18n"
	"vitrine/internal/pack"
	"vitrine/internal/web/ui"
)

// Packing is the form of a pack for an insurer, and the packs that were made.
type Packing struct {
	pack.Order
	Form     ui.Form
	Currency string // of the least value
	Count    int64  // of the copies that it would have
	Refused  string // why it cannot be made; empty if it is a field
	Made
}

func (p Packing) chosen(collection int64) bool { return slices.Contains(p.CollectionIDs, collection) }

// form has what was chosen, or what is usual.
func (p Packing) form() ui.Form {
	f := p.Form
	f.Values = map[string]string{}
	for name, value := range p.Form.Values {
		f.Values[name] = value
	}
	f.Values["photos"], f.Values["paper"], f.Values["locale"] = p.Photos, p.Paper, p.Locale
	return f
}

func (p Packing) sizes(f ui.Frame) []ui.Option {
	return []ui.Option{{Value: "thumb", Label: f.T("pack.photos.thumb")}, {Value: "medium", Label: f.T("pack.photos.medium")}}
}

func (p Packing) papers(f ui.Frame) []ui.Option {
	return []ui.Option{{Value: "a4", Label: "A4"}, {Value: "letter", Label: f.T("pack.letter")}}
}

func (p Packing) languages() (all []ui.Option) {
	for _, locale := range i18n.Locales {
		all = append(all, ui.Option{Value: locale, Label: i18n.Names[locale]})
	}
	return all
}

// Verified is what whoever was handed a pack can compare it with.
type Verified struct {
	ui.Showcase
	catalog.Verification
}
