package item

import (
	"math/big"
	"net/url"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/web/ui"
)

// InsuranceList is a page of the account's insurance records.
type InsuranceList struct {
	Page                       catalog.Page[catalog.InsuredCopy]
	Sums                       catalog.InsuranceSums // of all active records
	Worth                      catalog.Money         // of all that is held
	Attention                  map[string]int64      // by kind
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

// share is how much of the value is insured, in percent, and what is missing. It is
// unknown if a rate is missing.
func (l InsuranceList) share() (code string, percent int64, gap *big.Int, known bool) {
	worth, code := ui.Single(l.Worth, "")
	insured, other := ui.Single(l.Sums.Insured, code)
	if worth == nil || insured == nil || worth.Sign() <= 0 || code != other {
		return "", 0, nil, false
	}
	part := new(big.Int).Div(new(big.Int).Mul(insured, big.NewInt(100)), worth)
	if part.Cmp(big.NewInt(100)) >= 0 {
		return code, 100, nil, true
	}
	return code, part.Int64(), new(big.Int).Sub(worth, insured), true
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

// InsuranceAsks are the fields of an insurance record.
var InsuranceAsks = []Question{
	{Name: "provider", Text: "insurance.provider", Must: true},
	{Name: "policy_number", Text: "insurance.policy"},
	{Name: "insured_value", Kind: AskSum, Text: "insurance.value", Must: true},
	{Name: "currency_code", Kind: AskCode, Text: "field.currency"},
	{Name: "starts_at", Kind: AskDay, Text: "insurance.starts"},
	{Name: "ends_at", Kind: AskDay, Text: "insurance.ends"},
	{Name: "status", Kind: AskChoice, Text: "field.status", Of: catalog.InsuranceStatuses, Words: "insurance.status.", Must: true},
	{Name: "coverage_type", Text: "insurance.coverage", Rare: true},
	{Name: "deductible_amount", Kind: AskSum, Text: "insurance.deductible", Rare: true},
	{Name: "contact_name", Text: "insurance.contact", Rare: true},
	{Name: "contact_email", Kind: AskMail, Text: "field.email", Rare: true},
	{Name: "contact_phone", Kind: AskPhone, Text: "insurance.phone", Rare: true},
	{Name: "note", Kind: AskText, Text: "field.note", Rare: true},
	{Name: "is_scheduled_item", Kind: AskYes, Text: "insurance.scheduled", Rare: true},
}

// InsuranceLine is a record in the list of a copy.
func InsuranceLine(f ui.Frame, r catalog.InsuranceRecord) Line {
	l := Line{ID: r.ID, Icon: "shield-check", Title: r.Provider, Amount: f.Amount(r.InsuredValue, r.CurrencyCode), Badge: f.T("insurance.status." + r.Status),
		Shape: insuranceShapes[r.Status], Fine: r.Status == "active", Near: r.Status == "pending"}
	l.fact(r.PolicyNumber)
	if r.EndsAt != nil {
		l.Facts = append(l.Facts, f.T("insurance.until", "day", f.Date(*r.EndsAt)))
	} else {
		l.Facts = append(l.Facts, f.T("insurance.open"))
	}
	return l
}

// insuranceShapes tell a status without a colour.
var insuranceShapes = map[string]string{"active": "●", "pending": "◔", "expired": "○", "cancelled": "✕"}

// ends tells when a record ends, and whether that is near or past.
func ends(f ui.Frame, r catalog.InsuranceRecord, today time.Time) (text string, near bool) {
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
	return ui.Filled(map[string]any{"provider": r.Provider, "status": r.Status, "currency_code": r.CurrencyCode, "insured_value": ui.Sum{Amount: &r.InsuredValue, Code: r.CurrencyCode},
		"policy_number": r.PolicyNumber, "coverage_type": r.CoverageType, "contact_name": r.ContactName, "contact_email": r.ContactEmail, "contact_phone": r.ContactPhone,
		"note": r.Note, "starts_at": r.StartsAt, "ends_at": r.EndsAt, "deductible_amount": ui.Sum{Amount: r.DeductibleAmount, Code: r.DeductibleCurrencyCode}, "is_scheduled_item": r.IsScheduledItem})
}
