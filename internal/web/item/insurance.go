package item

import (
	"math/big"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/figures"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var insurancePages = []page.Row{
	page.Show("GET /insurance", "GET /api/insurance-records", insurance),
}

var InsuranceRecords = kind[catalog.InsuranceRecord, catalog.InsuranceRecordInput]{
	word: "insurance", id: "insuranceRecord", path: "insurance", api: "insurance-records", tab: "insurance", Get: "getInsuranceRecord",
	list: ledger.InsuranceRecords, read: ledger.InsuranceRecord, create: makes(ledger.CreateInsuranceRecord), update: ledger.UpdateInsuranceRecord, delete: ledger.DeleteInsuranceRecord,
	created: catalog.InsuranceRecordCreated, updated: catalog.InsuranceRecordUpdated, deleted: catalog.InsuranceRecordDeleted,
	asks: InsuranceAsks, values: InsuranceValues, line: InsuranceLine, check: (*catalog.InsuranceRecordInput).Validate,
	mark: func(r catalog.InsuranceRecord) (int64, time.Time) { return r.ID, r.UpdatedAt },
	fresh: func(_ *page.Visit, e RecordEdit) map[string]string {
		return map[string]string{"status": "active", "currency_code": e.Copy.Currency}
	},
	input: func(v *page.Visit, wrong *fault.Invalid, c catalog.CopySheet) catalog.InsuranceRecordInput {
		return catalog.InsuranceRecordInput{
			Provider:         v.Text("provider"),
			PolicyNumber:     v.Optional("policy_number"),
			InsuredValue:     sum(v, wrong, "insured_value", "currency_code", c),
			CurrencyCode:     v.Optional("currency_code"),
			StartsAt:         day(v, wrong, "starts_at"),
			EndsAt:           day(v, wrong, "ends_at"),
			Status:           v.Text("status"),
			CoverageType:     v.Optional("coverage_type"),
			DeductibleAmount: sum(v, wrong, "deductible_amount", "currency_code", c),
			IsScheduledItem:  v.Yes("is_scheduled_item"),
			ContactName:      v.Optional("contact_name"),
			ContactEmail:     v.Optional("contact_email"),
			ContactPhone:     v.Optional("contact_phone"),
			Note:             v.Optional("note"),
		}
	},
}

// policiesShown is how many policies are beside the records.
const policiesShown = 5

// soon is how many days before its end a record counts as ending.
const soon = 30

// insurance shows the records of the account, filtered by the address.
func insurance(v *page.Visit) error {
	list := InsuranceList{Show: v.Param("show"), Gap: v.Param("gap"), Provider: v.Param("provider"), Collection: v.Param("collection"), Today: time.Now().UTC().Truncate(24 * time.Hour)}
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
	if list.Gap != "" {
		wrong.OneOf("gap", list.Gap, catalog.GapKinds)
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
	err := v.Together(
		func(r postgres.Reader) (err error) {
			if list.Gap != "" {
				return list.readGaps(v, r, filter.CollectionID)
			}
			list.Page, err = ledger.InsuredCopies(v.Context(), r, filter, catalog.Paging{Number: 1, PerPage: page.PerPage, After: v.Param("after")})
			if err != nil {
				return err
			}
			list.Photos, err = page.PhotosOf(v, r, list.Items())
			return err
		},
		func(r postgres.Reader) error {
			now, err := figures.InsuredNow(page.Sums(v), r)
			list.InsuredNow = now
			list.Later, err = page.Later(err)
			return err
		},
		func(r postgres.Reader) (err error) {
			list.Policies.Page, list.Policies.Later, err = countedPolicies(v, r, catalog.Paging{Number: 1, PerPage: policiesShown})
			return err
		},
	)
	if err != nil {
		return err
	}
	f, err := v.Frame("", "insurance")
	if err != nil {
		return err
	}
	f.Title = f.T("insurance.title")
	return v.Render(http.StatusOK, Insurance(f, list))
}

// InsuranceList is a page of the account's insurance records.
type InsuranceList struct {
	Page catalog.Page[catalog.InsuredCopy]
	catalog.InsuredNow
	Later                      bool // it is added up by a second request
	Policies                   policyList
	Gap                        string // lists the copies in this gap instead of records
	Gaps                       catalog.Page[catalog.GapCopy]
	Photos                     map[int64]catalog.Photo
	Show, Provider, Collection string
	Today                      time.Time
}

// Items are the ids of the records' items.
func (l InsuranceList) Items() (ids []int64) {
	for _, r := range l.Page.Items {
		ids = append(ids, r.ItemID)
	}
	return ids
}

// readGaps lists the copies in a gap of the cover.
func (l *InsuranceList) readGaps(v *page.Visit, r postgres.Reader, collection *int64) (err error) {
	l.Gaps, err = ledger.GapCopies(v.Context(), r, catalog.GapFilter{Kind: l.Gap, CollectionID: collection}, catalog.Paging{Number: 1, PerPage: page.PerPage, After: v.Param("after")})
	if err != nil {
		return err
	}
	ids := make([]int64, len(l.Gaps.Items))
	for i, c := range l.Gaps.Items {
		ids[i] = c.ItemID
	}
	l.Photos, err = page.PhotosOf(v, r, ids)
	return err
}

// coverShares are the covered part of the value and that above the sums in percent, and the gap.
type coverShares struct {
	code           string
	covered, above int64
	gap            *big.Int // nil if everything is covered
}

// shares are unknown if a rate is missing.
func (l InsuranceList) shares() (s coverShares, known bool) {
	worth, code := ui.Single(l.Cover.Value, "")
	covered, of := ui.Single(l.Cover.Covered, code)
	above, also := ui.Single(l.Cover.Above, code)
	uninsured, too := ui.Single(l.Cover.Uninsured, code)
	if worth == nil || covered == nil || above == nil || uninsured == nil || worth.Sign() <= 0 || of != code || also != code || too != code {
		return s, false
	}
	percent := func(part *big.Int) int64 {
		return new(big.Int).Div(new(big.Int).Mul(part, big.NewInt(100)), worth).Int64()
	}
	s = coverShares{code: code, covered: percent(covered), above: percent(above)}
	if gap := new(big.Int).Add(above, uninsured); gap.Sign() > 0 {
		s.gap = gap
	}
	return s, true
}

// gapPath is the list of the copies in a gap, or of the policies.
func gapPath(kind string) string {
	if kind == "" {
		return "/policies"
	}
	return "/insurance?gap=" + kind + "#gap"
}

// gap is the part of the value in a gap.
func (l InsuranceList) gap(kind string) catalog.Money {
	if kind == catalog.GapAbove {
		return l.Cover.Above
	}
	return l.Cover.Uninsured
}

// here is the address of the gap.
func (l InsuranceList) here() string { return l.Path("gap", l.Gap) }

// Path is the address of the list with another parameter.
func (l InsuranceList) Path(name, value string) string {
	query := url.Values{}
	for key, text := range map[string]string{"show": l.Show, "provider": l.Provider, "collection": l.Collection, "gap": l.Gap, name: value} {
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

// Filtered reports whether the list has a filter.
func (l InsuranceList) Filtered() bool { return l.Show+l.Provider+l.Collection+l.Gap != "" }

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

// InsuranceLine is a record in a list.
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

// insuranceShapes show a status without colour.
var insuranceShapes = map[string]string{"active": "●", "pending": "◔", "expired": "○", "cancelled": "✕"}

// ends says when a record ends, and whether that is soon or past.
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

// InsuranceValues are the values of a record in its form.
func InsuranceValues(r catalog.InsuranceRecord) map[string]string {
	return ui.Filled(map[string]any{"provider": r.Provider, "status": r.Status, "currency_code": r.CurrencyCode, "insured_value": ui.Sum{Amount: &r.InsuredValue, Code: r.CurrencyCode},
		"policy_number": r.PolicyNumber, "coverage_type": r.CoverageType, "contact_name": r.ContactName, "contact_email": r.ContactEmail, "contact_phone": r.ContactPhone,
		"note": r.Note, "starts_at": r.StartsAt, "ends_at": r.EndsAt, "deductible_amount": ui.Sum{Amount: r.DeductibleAmount, Code: r.DeductibleCurrencyCode}, "is_scheduled_item": r.IsScheduledItem})
}
