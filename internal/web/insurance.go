package web

import (
	"net/http"
	"strconv"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/figures"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/web/view"
)

var insurancePages = []row{
	show("GET /insurance", "GET /api/insurance-records", insurance),
}

var insuranceRecords = kind[catalog.InsuranceRecord, catalog.InsuranceRecordInput]{
	word: "insurance", id: "insuranceRecord", path: "insurance", api: "insurance-records", tab: "insurance", get: "getInsuranceRecord",
	list: ledger.InsuranceRecords, read: ledger.InsuranceRecord, create: makes(ledger.CreateInsuranceRecord), update: ledger.UpdateInsuranceRecord, delete: ledger.DeleteInsuranceRecord,
	created: catalog.InsuranceRecordCreated, updated: catalog.InsuranceRecordUpdated, deleted: catalog.InsuranceRecordDeleted,
	asks: view.InsuranceAsks, values: view.InsuranceValues, line: view.InsuranceLine, check: (*catalog.InsuranceRecordInput).Validate,
	mark: func(r catalog.InsuranceRecord) (int64, time.Time) { return r.ID, r.UpdatedAt },
	fresh: func(_ *visit, e view.RecordEdit) map[string]string {
		return map[string]string{"status": "active", "currency_code": e.Copy.Currency}
	},
	input: func(v *visit, wrong *fault.Invalid, c catalog.CopySheet) catalog.InsuranceRecordInput {
		return catalog.InsuranceRecordInput{
			Provider:         v.text("provider"),
			PolicyNumber:     v.optional("policy_number"),
			InsuredValue:     v.sum(wrong, "insured_value", "currency_code", c),
			CurrencyCode:     v.optional("currency_code"),
			StartsAt:         v.day(wrong, "starts_at"),
			EndsAt:           v.day(wrong, "ends_at"),
			Status:           v.text("status"),
			CoverageType:     v.optional("coverage_type"),
			DeductibleAmount: v.sum(wrong, "deductible_amount", "currency_code", c),
			IsScheduledItem:  v.yes("is_scheduled_item"),
			ContactName:      v.optional("contact_name"),
			ContactEmail:     v.optional("contact_email"),
			ContactPhone:     v.optional("contact_phone"),
			Note:             v.optional("note"),
		}
	},
}

// soon is within how many days an end is near.
const soon = 30

// insurance shows the records of the account, as the address asks for them.
func insurance(v *visit) error {
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
	var board catalog.Dashboard
	err := v.together(
		func(r postgres.Reader) (err error) {
			list.Page, err = ledger.InsuredCopies(v.Context(), r, filter, catalog.Paging{Number: 1, PerPage: perPage, After: v.asked("after")})
			if err != nil {
				return err
			}
			list.Photos, err = v.photosOf(r, list.Items())
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
	f, err := v.frame("", "insurance")
	if err != nil {
		return err
	}
	f.Title = f.T("insurance.title")
	return v.render(http.StatusOK, view.Insurance(f, list))
}
