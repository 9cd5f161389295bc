package web

import (
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/web/view"
)

var valuations = kind[catalog.Valuation, catalog.ValuationInput]{
	word: "valuation", id: "valuation", path: "valuations", api: "valuations", tab: "value", get: "getValuation",
	list: ledger.Valuations, read: ledger.Valuation, create: makes(ledger.CreateValuation), update: ledger.UpdateValuation, delete: ledger.DeleteValuation,
	created: catalog.ValuationCreated, updated: catalog.ValuationUpdated, deleted: catalog.ValuationDeleted,
	asks: view.ValuationAsks, values: view.ValuationValues, line: view.ValuationLine, check: (*catalog.ValuationInput).Validate,
	mark:  func(r catalog.Valuation) (int64, time.Time) { return r.ID, r.UpdatedAt },
	fresh: func(_ *visit, e view.RecordEdit) map[string]string { return view.NextValuation(e.Copy, today()) },
	input: func(v *visit, wrong *fault.Invalid, c catalog.CopySheet) catalog.ValuationInput {
		return catalog.ValuationInput{
			Type:            v.text("type"),
			Amount:          v.sum(wrong, "amount", "currency_code", c),
			ValuedAt:        v.day(wrong, "valued_at"),
			CurrencyCode:    v.optional("currency_code"),
			Confidence:      v.text("confidence"),
			Valuer:          v.optional("valuer"),
			Method:          v.optional("method"),
			ReferenceNumber: v.optional("reference_number"),
			SourceURL:       v.optional("source_url"),
			Note:            v.optional("note"),
		}
	},
}
