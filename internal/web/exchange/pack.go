package exchange

import (
	"errors"
	"net/http"
	"slices"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/httpserver"
	"vitrine/internal/i18n"
	"vitrine/internal/pack"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/postgres/people"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// packPages are the pages for insurers' packs, and for verifying them.
var packPages = []page.Row{
	page.Show("GET /insurance/pack", "GET /api/exports", askPack),
	page.Own("POST /insurance/pack", "POST /api/exports", makePack),
	page.Own("POST /insurance/pack/{export}/delete", "DELETE /api/exports/{export}", deletingExport("/insurance/pack")),
	sent("GET /insurance/pack/{export}/file"),
	verifying("GET /v/{code}", "GET /api/verifications/{code}"),
}

// askPack shows the form for a pack, how many copies it would have, and earlier packs.
func askPack(v *page.Visit) error {
	if v.Fragment() && v.URL.Query().Has("made") { // polled while one is being made
		made, err := filesMade(v, "/insurance/pack", catalog.ExportPack)
		if err != nil {
			return err
		}
		f, err := v.Frame("", "insurance")
		if err != nil {
			return err
		}
		return v.Render(http.StatusOK, FilesMade(f, made))
	}
	v.Form, v.PostForm = v.URL.Query(), v.URL.Query() // filters are read alike from address and form
	return packForm(v, http.StatusOK, nil)
}

// packFields are the fields that show their own errors.
var packFields = []string{"provider", "policy_number", "minimum_value", "photos", "paper", "locale"}

// packForm shows the form, with errors.
func packForm(v *page.Visit, status int, invalid *fault.Invalid) error {
	p, currency := Packing{}, ""
	made, err := filesMade(v, "/insurance/pack", catalog.ExportPack, func(r postgres.Reader) error {
		account, err := people.Account(v.Context(), r)
		currency = account.CurrencyCode
		return err
	})
	if err != nil {
		return err
	}
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	p.Made, p.Currency = made, currency
	o, wrong := packOrder(v, currency)
	if invalid == nil {
		invalid = wrong
	}
	var refused *fault.Invalid
	if err := o.Validate(v.Web.Fonts); errors.As(err, &refused) && invalid == nil {
		invalid = refused
	}
	if p.Order = o; invalid == nil {
		if p.Count, err = exchange.PackSize(v.Context(), reader, o.PackFilter); err == nil {
			err = pack.Fits(p.Count)
		}
		if err != nil && !errors.As(err, &invalid) {
			return err
		}
	}
	if p.Form = v.FormOf(invalid); invalid != nil && !slices.Contains(packFields, invalid.Fields[0].Name) {
		p.Refused = v.Wrong(invalid)
	}
	f, err := v.Frame("", "insurance")
	if err != nil {
		return err
	}
	f.Title, f.Again = f.T("pack.new"), p.Working()
	return v.Render(status, PackForm(f, p))
}

// packOrder reads the form.
func packOrder(v *page.Visit, currency string) (o pack.Order, wrong *fault.Invalid) {
	wrong = &fault.Invalid{}
	o.PolicyNumber, o.Provider, o.MinimumValue = v.Text("policy_number"), v.Text("provider"), v.Money(wrong, "minimum_value", currency)
	for _, id := range page.Numbers(v.PostForm["collection"]) {
		if !slices.Contains(o.CollectionIDs, id) {
			o.CollectionIDs = append(o.CollectionIDs, id)
		}
	}
	fresh := v.Text("asked") == ""
	o.Places, o.Sheets, o.Documents = *v.Yes("places"), *v.Yes("sheets") || fresh, *v.Yes("documents") || fresh
	o.Photos, o.Paper, o.Locale = v.Text("photos"), v.Text("paper"), v.Text("locale")
	if o.Locale == "" {
		o.Locale = v.Actor.Locale
	}
	if len(wrong.Fields) == 0 {
		wrong = nil
	}
	return o, wrong
}

// makePack orders a pack.
func makePack(v *page.Visit) error {
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	account, err := people.Account(v.Context(), reader)
	if err != nil {
		return err
	}
	_ = v.ParseForm() // an unreadable form is empty
	o, wrong := packOrder(v, account.CurrencyCode)
	if wrong != nil {
		return packForm(v, http.StatusUnprocessableEntity, wrong)
	}
	err = o.Validate(v.Web.Fonts)
	if err == nil {
		err = v.Web.Attachments.Required()
	}
	if err == nil {
		err = orderPack(v, reader, o)
	}
	var invalid *fault.Invalid
	var busy catalog.ExportUnderWay
	switch {
	case errors.As(err, &invalid):
		return packForm(v, http.StatusUnprocessableEntity, invalid)
	case errors.As(err, &busy):
		return packForm(v, http.StatusConflict, fault.On("kind", "Another archive or pack of yours is being made."))
	case err != nil:
		return err
	}
	return v.Redirect("/insurance/pack#made")
}

func orderPack(v *page.Visit, reader postgres.Reader, o pack.Order) error {
	n, err := exchange.PackSize(v.Context(), reader, o.PackFilter)
	if err == nil {
		err = pack.Fits(n)
	}
	if err != nil {
		return err
	}
	in, err := o.Export(v.Base, time.Now().UTC())
	if err != nil {
		return err
	}
	return postgres.Change(v.Context(), v.Scope, catalog.ExportCreated, func(change postgres.Own) error {
		_, err := exchange.CreateExport(v.Context(), change, in, v.Web.Attachments.Quota())
		return err
	})
}

// verifying is a page for recipients of a pack. The browser compares; the file is not uploaded.
func verifying(pattern, operation string) page.Row {
	p := page.Open(pattern, operation, verify)
	p.Bucket = httpserver.Visits
	return p
}

func verify(v *page.Visit) error {
	found, err := v.Web.Verification(v.Request)
	if err != nil {
		return err
	}
	v.Out.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'")
	return v.Render(http.StatusOK, Verify(Verified{Showcase: ui.Showcase{Texts: v.Texts, Theme: v.Theme, Base: v.Base}, Verification: found}))
}

// Packing is the form for a pack, with earlier packs.
type Packing struct {
	pack.Order
	Form     ui.Form
	Currency string // of the minimum value
	Count    int64  // of its copies
	Refused  string // why it cannot be made; empty if a field says so
	Made
}

func (p Packing) chosen(collection int64) bool { return slices.Contains(p.CollectionIDs, collection) }

// form has the chosen or the default values.
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

// Verified is the data that recipients of a pack compare it with.
type Verified struct {
	ui.Showcase
	catalog.Verification
}
