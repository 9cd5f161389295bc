package view

import (
	"math/big"
	"net/url"
	"strconv"
	"strings"
	"time"

	"vitrine/internal/catalog"
)

// InsuranceList is a page of the account's insurance records.
type InsuranceList struct {
	Page                       catalog.Page[catalog.InsuredCopy]
	Sums                       catalog.InsuranceSums // of all active records
	Photos                     map[int64]catalog.Photo
	Show, Provider, Collection string
	Today                      time.Time
}

// Items are those of the records.
func (l InsuranceList) Items() (ids []int64) {
	for _, r := range l.Page.Items {
		ids = append(ids, r.ItemID)
	}
	return ids
}

// Path is the address of the list with something changed.
func (l InsuranceList) Path(name, value string) string {
	query := url.Values{}
	for key, text := range map[string]string{"show": l.Show, "provider": l.Provider, "collection": l.Collection, name: value} {
		if key == name {
			text = value
		}
		if text != "" {
			query.Set(key, text)
		}
	}
	if len(query) == 0 {
		return "/insurance"
	}
	return "/insurance?" + query.Encode()
}

// Filtered reports whether the list leaves anything out.
func (l InsuranceList) Filtered() bool { return l.Show+l.Provider+l.Collection != "" }

// InsuranceEdit is the form of a record.
type InsuranceEdit struct {
	Copy   catalog.CopySheet
	Record *catalog.InsuranceRecord // nil for a new one
	Form   Form
}

// Action is where the form is sent.
func (e InsuranceEdit) Action() string {
	if e.Record == nil {
		return CopyPath(e.Copy.ID) + "/insurance"
	}
	return insurancePath(e.Record.CopyID, e.Record.ID)
}

func insurancePath(copyID, id int64) string {
	return CopyPath(copyID) + "/insurance/" + number(id)
}

// Amount is a sum of money in words of the language.
func (f Frame) Amount(n int64, code string) string {
	return f.Money(big.NewInt(n), code, catalog.MinorUnits(code))
}

// insured is what is insured in all, by currency if they cannot be added.
func (f Frame) insured(m catalog.Money) string {
	if m.Amount != nil {
		return f.Money(m.Amount, m.CurrencyCode, catalog.MinorUnits(m.CurrencyCode))
	}
	var parts []string
	for _, p := range m.Parts {
		parts = append(parts, f.Money(p.Amount, p.CurrencyCode, catalog.MinorUnits(p.CurrencyCode)))
	}
	return strings.Join(parts, " + ")
}

// ends tells when a record ends, and whether that is near or past.
func (f Frame) ends(r catalog.InsuranceRecord, today time.Time) (text string, near bool) {
	if r.EndsAt == nil {
		return f.T("insurance.open"), false
	}
	days := int64(r.EndsAt.Sub(today).Hours() / 24)
	if r.Status == "active" && days < 0 {
		return f.T("insurance.ended", "day", f.Date(*r.EndsAt)), true
	}
	if r.Status == "active" && days <= 30 {
		return f.N("insurance.days", days), true
	}
	return f.Date(*r.EndsAt), false
}

// InsuranceValues are those of a record in its form.
func InsuranceValues(r catalog.InsuranceRecord) map[string]string {
	values := map[string]string{"provider": r.Provider, "status": r.Status, "currency_code": r.CurrencyCode, "insured_value": typed(r.InsuredValue, r.CurrencyCode)}
	for name, text := range map[string]*string{"policy_number": r.PolicyNumber, "coverage_type": r.CoverageType, "contact_name": r.ContactName,
		"contact_email": r.ContactEmail, "contact_phone": r.ContactPhone, "note": r.Note} {
		if text != nil {
			values[name] = *text
		}
	}
	for name, day := range map[string]*time.Time{"starts_at": r.StartsAt, "ends_at": r.EndsAt} {
		if day != nil {
			values[name] = day.Format(time.DateOnly)
		}
	}
	if r.DeductibleAmount != nil {
		values["deductible_amount"] = typed(*r.DeductibleAmount, r.DeductibleCurrencyCode)
	}
	if r.IsScheduledItem {
		values["is_scheduled_item"] = "1"
	}
	return values
}

// typed is an amount as people type it.
func typed(n int64, code string) string {
	digits := catalog.MinorUnits(code)
	text := strconv.FormatInt(n, 10)
	if digits == 0 {
		return text
	}
	text = strings.Repeat("0", max(0, digits+1-len(text))) + text
	return text[:len(text)-digits] + "." + text[len(text)-digits:]
}

// insuranceStatuses are those of a record, in words.
func insuranceStatuses(f Frame) (all []Option) {
	for _, s := range catalog.InsuranceStatuses {
		all = append(all, Option{s, f.T("insurance.status." + s)})
	}
	return all
}
