package web

import (
	"errors"
	"net/http"
	"slices"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/httpserver"
	"vitrine/internal/pack"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/postgres/people"
	"vitrine/internal/web/view"
)

// packs are what collectors hand to their insurer, and where that can be verified.
var packPages = []row{
	show("GET /insurance/pack", "GET /api/exports", askPack),
	own("POST /insurance/pack", "POST /api/exports", makePack),
	own("POST /insurance/pack/{export}/delete", "DELETE /api/exports/{export}", deletingExport("/insurance/pack")),
	sent("GET /insurance/pack/{export}/file"),
	verifying("GET /v/{code}", "GET /api/verifications/{code}"),
}

// askPack asks which copies a pack has, and shows how many these are and what was made.
func askPack(v *visit) error {
	if v.fragment() && v.URL.Query().Has("made") { // as long as one is being made, it is looked at
		made, err := v.filesMade("/insurance/pack", catalog.ExportPack)
		if err != nil {
			return err
		}
		f, err := v.frame("", "insurance")
		if err != nil {
			return err
		}
		return v.render(http.StatusOK, view.FilesMade(f, made))
	}
	v.Form, v.PostForm = v.URL.Query(), v.URL.Query() // filters are read alike from the address and from the form
	return packForm(v, http.StatusOK, nil)
}

// packFields are those that tell themselves what is wrong with them.
var packFields = []string{"provider", "policy_number", "minimum_value", "photos", "paper", "locale"}

// packForm shows the form, with what is wrong.
func packForm(v *visit, status int, invalid *fault.Invalid) error {
	p, currency := view.Packing{}, ""
	made, err := v.filesMade("/insurance/pack", catalog.ExportPack, func(r postgres.Reader) error {
		account, err := people.Account(v.Context(), r)
		currency = account.CurrencyCode
		return err
	})
	if err != nil {
		return err
	}
	reader, err := v.reader()
	if err != nil {
		return err
	}
	p.Made, p.Currency = made, currency
	o, wrong := v.packOrder(currency)
	if invalid == nil {
		invalid = wrong
	}
	var refused *fault.Invalid
	if err := o.Validate(v.web.fonts); errors.As(err, &refused) && invalid == nil {
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
	if p.Form = v.form(invalid); invalid != nil && !slices.Contains(packFields, invalid.Fields[0].Name) {
		p.Refused = v.wrong(invalid)
	}
	f, err := v.frame("", "insurance")
	if err != nil {
		return err
	}
	f.Title, f.Again = f.T("pack.new"), p.Working()
	return v.render(status, view.PackForm(f, p))
}

// packOrder reads the form.
func (v *visit) packOrder(currency string) (o pack.Order, wrong *fault.Invalid) {
	wrong = &fault.Invalid{}
	o.PolicyNumber, o.Provider, o.MinimumValue = v.text("policy_number"), v.text("provider"), v.money(wrong, "minimum_value", currency)
	for _, id := range numbers(v.PostForm["collection"]) {
		if !slices.Contains(o.CollectionIDs, id) {
			o.CollectionIDs = append(o.CollectionIDs, id)
		}
	}
	fresh := v.text("asked") == ""
	o.Places, o.Sheets, o.Documents = *v.yes("places"), *v.yes("sheets") || fresh, *v.yes("documents") || fresh
	o.Photos, o.Paper, o.Locale = v.text("photos"), v.text("paper"), v.text("locale")
	if o.Locale == "" {
		o.Locale = v.Actor.Locale
	}
	if len(wrong.Fields) == 0 {
		wrong = nil
	}
	return o, wrong
}

// makePack asks for a pack.
func makePack(v *visit) error {
	reader, err := v.reader()
	if err != nil {
		return err
	}
	account, err := people.Account(v.Context(), reader)
	if err != nil {
		return err
	}
	_ = v.ParseForm() // what cannot be read is absent
	o, wrong := v.packOrder(account.CurrencyCode)
	if wrong != nil {
		return packForm(v, http.StatusUnprocessableEntity, wrong)
	}
	err = o.Validate(v.web.fonts)
	if err == nil {
		err = v.web.attachments.Required()
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
	return v.redirect("/insurance/pack#made")
}

func orderPack(v *visit, reader postgres.Reader, o pack.Order) error {
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
		_, err := exchange.CreateExport(v.Context(), change, in, v.web.attachments.Quota())
		return err
	})
}

// verifying is a page for whoever was handed a pack. It compares in the browser: the file
// goes nowhere.
func verifying(pattern, operation string) row {
	p := open(pattern, operation, verify)
	p.bucket = httpserver.Visits
	return p
}

func verify(v *visit) error {
	found, err := v.web.Verification(v.Request)
	if err != nil {
		return err
	}
	v.out.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'")
	return v.render(http.StatusOK, view.Verify(view.Verified{Showcase: view.Showcase{Texts: v.texts, Theme: v.theme, Base: v.Base}, Verification: found}))
}
