package item

import (
	"net/http"
	"strconv"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/figures"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/web/page"
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

// soon is within how many days an end is near.
const soon = 30

// insurance shows the records of the account, as the address asks for them.
func insurance(v *page.Visit) error {
	list := InsuranceList{Show: v.Asked("show"), Provider: v.Asked("provider"), Collection: v.Asked("collection"), Today: time.Now().UTC().Truncate(24 * time.Hour)}
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
	var board catalog.Dashboard
	err := v.Together(
		func(r postgres.Reader) (err error) {
			list.Page, err = ledger.InsuredCopies(v.Context(), r, filter, catalog.Paging{Number: 1, PerPage: page.PerPage, After: v.Asked("after")})
			if err != nil {
				return err
			}
			list.Photos, err = v.PhotosOf(r, list.Items())
			return err
		},
		func(r postgres.Reader) (err error) {
			sums, err = ledger.InsuranceSums(v.Context(), r, catalog.InsuranceFilter{})
			return err
		},
		func(r postgres.Reader) (err error) {
			board, err = figures.Dashboard(v.Context(), r)
			return err
		},
	)
	if err != nil {
		return err
	}
	list.Sums, list.Worth, list.Attention = sums, board.Totals.Value, board.Attention
	f, err := v.Frame("", "insurance")
	if err != nil {
		return err
	}
	f.Title = f.T("insurance.title")
	return v.Render(http.StatusOK, Insurance(f, list))
}
