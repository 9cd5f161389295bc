package item

import (
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/web/page"
)

var Valuations = kind[catalog.Valuation, catalog.ValuationInput]{
	word: "valuation", id: "valuation", path: "valuations", api: "valuations", tab: "value", Get: "getValuation",
	list: ledger.Valuations, read: ledger.Valuation, create: makes(ledger.CreateValuation), update: ledger.UpdateValuation, delete: ledger.DeleteValuation,
	created: catalog.ValuationCreated, updated: catalog.ValuationUpdated, deleted: catalog.ValuationDeleted,
	asks: ValuationAsks, values: ValuationValues, line: ValuationLine, check: (*catalog.ValuationInput).Validate,
	mark:  func(r catalog.Valuation) (int64, time.Time) { return r.ID, r.UpdatedAt },
	fresh: func(_ *page.Visit, e RecordEdit) map[string]string { return NextValuation(e.Copy, Today()) },
	input: func(v *page.Visit, wrong *fault.Invalid, c catalog.CopySheet) catalog.ValuationInput {
		return catalog.ValuationInput{
			Type:            v.Text("type"),
			Amount:          sum(v, wrong, "amount", "currency_code", c),
			ValuedAt:        day(v, wrong, "valued_at"),
			CurrencyCode:    v.Optional("currency_code"),
			Confidence:      v.Text("confidence"),
			Valuer:          v.Optional("valuer"),
			Method:          v.Optional("method"),
			ReferenceNumber: v.Optional("reference_number"),
			SourceURL:       v.Optional("source_url"),
			Note:            v.Optional("note"),
		}
	},
}
