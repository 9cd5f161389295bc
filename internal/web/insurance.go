package web

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/web/view"
)

var insurance = []page{
	show("GET /insurance", "GET /api/insurance-records", (*Web).insurance),
	edit("GET /copies/{copy}/insurance/new", "", (*Web).newInsurance),
	edit("POST /copies/{copy}/insurance", "POST /api/copies/{copy}/insurance-records", (*Web).createInsurance),
	edit("GET /copies/{copy}/insurance/{insuranceRecord}/edit", "", (*Web).editInsurance),
	edit("POST /copies/{copy}/insurance/{insuranceRecord}", "PUT /api/copies/{copy}/insurance-records/{insuranceRecord}", (*Web).updateInsurance),
	edit("POST /copies/{copy}/insurance/{insuranceRecord}/delete", "DELETE /api/copies/{copy}/insurance-records/{insuranceRecord}", (*Web).deleteInsurance),
}

// soon is within how many days an end is near.
const soon = 30

// insurance shows the records of the account, as the address asks for them.
func (w *Web) insurance(v *visit) error {
	list := view.InsuranceList{Show: v.asked("show"), Provider: v.asked("provider"), Collection: v.asked("collection"), Today: time.Now().UTC().Truncate(24 * time.Hour)}
	filter := catalog.InsuranceFilter{Provider: list.Provider, Sort: "ends_at"}
	var wrong fault.Invalid
	wrong.Max("provider", list.Provider, catalog.MaxName)
	switch list.Show {
	case "":
	case "ending":
		filter.Status, filter.EndsBefore = "active", new(list.Today.AddDate(0, 0, soon+1))
	default:
		filter.Status = list.Show
		wrong.OneOf("show", list.Show, catalog.InsuranceStatuses)
	}
	if list.Collection != "" {
		id, err := strconv.ParseInt(list.Collection, 10, 64)
		if err != nil {
			wrong.Addf("collection", "The selected %s is invalid.")
		}
		filter.CollectionID = &id
	}
	if err := wrong.Err(); err != nil {
		return err
	}
	var sums catalog.InsuranceSums // the list is read as a whole meanwhile
	err := v.together(
		func(r postgres.Reader) (err error) {
			list.Page, err = r.InsuredCopies(v.Context(), filter, catalog.Paging{Number: 1, PerPage: perPage, After: v.asked("after")})
			if err != nil {
				return err
			}
			list.Photos, err = v.photosOf(r, list.Items())
			return err
		},
		func(r postgres.Reader) (err error) {
			sums, err = r.InsuranceSums(v.Context(), catalog.InsuranceFilter{})
			return err
		},
	)
	if err != nil {
		return err
	}
	list.Sums = sums
	f, err := v.frame("", "insurance")
	if err != nil {
		return err
	}
	f.Title = f.T("insurance.title")
	return v.render(http.StatusOK, view.Insurance(f, list))
}

// insuredCopy reads the copy of the path and, if the path has one, the record.
func (v *visit) insuredCopy() (e view.InsuranceEdit, err error) {
	id, err := v.number("copy")
	if err != nil {
		return e, err
	}
	err = v.together(func(r postgres.Reader) (err error) {
		e.Copy, err = r.CopySheet(v.Context(), id)
		return err
	}, func(r postgres.Reader) error {
		if v.PathValue("insuranceRecord") == "" {
			return nil
		}
		record, err := v.number("insuranceRecord")
		if err != nil {
			return err
		}
		found, err := r.InsuranceRecord(v.Context(), id, record)
		e.Record = &found
		return err
	})
	return e, err
}

// insuranceForm shows the form of a new record, or of one that is there.
func (w *Web) insuranceForm(v *visit, status int, e view.InsuranceEdit) error {
	f, err := v.frame("", "insurance")
	if err != nil {
		return err
	}
	f.Title = f.T("insurance.new")
	if e.Record != nil {
		f.Title = f.T("insurance.edit")
	}
	return v.render(status, view.InsuranceForm(f, e))
}

func (w *Web) newInsurance(v *visit) error {
	e, err := v.insuredCopy()
	if err != nil {
		return err
	}
	e.Form = view.Form{Values: map[string]string{"status": "active"}}
	return w.insuranceForm(v, http.StatusOK, e)
}

func (w *Web) editInsurance(v *visit) error {
	e, err := v.insuredCopy()
	if err != nil {
		return err
	}
	e.Form = view.Form{Values: view.InsuranceValues(*e.Record)}
	return w.insuranceForm(v, http.StatusOK, e)
}

// insuranceInput reads the form. Amounts are typed in whole units of the currency.
func (v *visit) insuranceInput() (catalog.InsuranceRecordInput, error) {
	var wrong fault.Invalid
	in := catalog.InsuranceRecordInput{Provider: v.text("provider"), Status: v.text("status"), CurrencyCode: v.optional("currency_code"),
		PolicyNumber: v.optional("policy_number"), CoverageType: v.optional("coverage_type"), IsScheduledItem: new(v.text("is_scheduled_item") != ""),
		ContactName: v.optional("contact_name"), ContactEmail: v.optional("contact_email"), ContactPhone: v.optional("contact_phone"), Note: v.optional("note")}
	in.InsuredValue = v.money(&wrong, "insured_value")
	in.DeductibleAmount = v.money(&wrong, "deductible_amount")
	in.StartsAt, in.EndsAt = v.day(&wrong, "starts_at"), v.day(&wrong, "ends_at")
	if err := wrong.Err(); err != nil {
		return in, err
	}
	return in, in.Validate()
}

// money is an amount of a form in the smallest unit of its currency. A point or comma
// before the last digits is that of a fraction; others separate thousands.
func (v *visit) money(wrong *fault.Invalid, name string) *int64 {
	typed := strings.Join(strings.FieldsFunc(v.text(name), func(r rune) bool { return r == ' ' || r == '\u00a0' || r == '\u202f' || r == '\'' }), "")
	if typed == "" {
		return nil
	}
	digits := catalog.MinorUnits(strings.ToUpper(v.text("currency_code")))
	fraction := ""
	if at := strings.LastIndexAny(typed, ".,"); at >= 0 && len(typed)-at-1 <= digits {
		typed, fraction = typed[:at], typed[at+1:]
	}
	typed = strings.NewReplacer(".", "", ",", "").Replace(typed)
	n, err := strconv.ParseInt(typed+fraction+strings.Repeat("0", digits-len(fraction)), 10, 64)
	if err != nil {
		wrong.Addf(name, "The %s field must be an integer.")
		return nil
	}
	return &n
}

func (w *Web) createInsurance(v *visit) error {
	e, err := v.insuredCopy()
	if err != nil {
		return err
	}
	in, err := v.insuranceInput()
	if err == nil {
		err = postgres.Change(v.Context(), v.Scope, catalog.InsuranceRecordCreated, func(c postgres.Writer) error {
			_, err := c.CreateInsuranceRecord(v.Context(), e.Copy.ID, in)
			return err
		})
	}
	return w.insured(v, e, err)
}

func (w *Web) updateInsurance(v *visit) error {
	e, err := v.insuredCopy()
	if err != nil {
		return err
	}
	in, err := v.insuranceInput()
	if err == nil {
		err = postgres.Change(v.Context(), v.Scope, catalog.InsuranceRecordUpdated, func(c postgres.Writer) error {
			_, err := c.UpdateInsuranceRecord(v.Context(), e.Copy.ID, e.Record.ID, in)
			return err
		})
	}
	return w.insured(v, e, err)
}

// insured shows the copy with its cover, or the form with what is wrong.
func (w *Web) insured(v *visit, e view.InsuranceEdit, err error) error {
	return v.answer(err, func(form view.Form) error {
		e.Form = form
		return w.insuranceForm(v, http.StatusUnprocessableEntity, e)
	}, func() error { return v.redirect(view.CopyPath(e.Copy.ID) + "#insurance") })
}

func (w *Web) deleteInsurance(v *visit) error {
	e, err := v.insuredCopy()
	if err != nil {
		return err
	}
	err = postgres.Change(v.Context(), v.Scope, catalog.InsuranceRecordDeleted, func(c postgres.Writer) error {
		return c.DeleteInsuranceRecord(v.Context(), e.Copy.ID, e.Record.ID)
	})
	if err != nil {
		return err
	}
	return v.redirect(view.CopyPath(e.Copy.ID) + "#insurance")
}
