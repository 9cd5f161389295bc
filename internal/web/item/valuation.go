package item

import (
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
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

// ValuationAsks are the fields of a valuation.
var ValuationAsks = []Question{
	{Name: "amount", Kind: AskSum, Text: "record.amount_each", Must: true},
	{Name: "currency_code", Kind: AskCode, Text: "field.currency"},
	{Name: "valued_at", Kind: AskDay, Text: "record.day", Must: true},
	{Name: "type", Kind: AskChoice, Text: "field.type", Of: catalog.ValuationTypes, Words: "valuation_type.", Must: true},
	{Name: "confidence", Kind: AskChoice, Of: catalog.Confidences, Words: "confidence.", Must: true, Rare: true},
	{Name: "valuer", Rare: true},
	{Name: "method", Rare: true},
	{Name: "reference_number", Rare: true},
	{Name: "source_url", Kind: AskURL, Rare: true},
	{Name: "note", Kind: AskText, Text: "field.note", Rare: true},
}

// ValuationValues are the values of a valuation in its form.
func ValuationValues(v catalog.Valuation) map[string]string {
	return ui.Filled(map[string]any{"type": v.Type, "amount": ui.Sum{Amount: &v.Amount, Code: v.CurrencyCode}, "valued_at": v.ValuedAt, "currency_code": v.CurrencyCode,
		"confidence": v.Confidence, "valuer": v.Valuer, "method": v.Method, "reference_number": v.ReferenceNumber, "source_url": v.SourceURL, "note": v.Note})
}

// ValuationLine is a valuation in a list.
func ValuationLine(f ui.Frame, v catalog.Valuation) Line {
	l := Line{ID: v.ID, Icon: "chart-line", Title: f.T("valuation_type." + v.Type), Amount: f.Amount(v.Amount, v.CurrencyCode), Link: ui.ValueOr(v.SourceURL, "")}
	l.Facts = append(l.Facts, f.Date(v.ValuedAt))
	l.fact(v.Valuer)
	l.fact(v.Method)
	l.fact(v.ReferenceNumber)
	if v.Confidence != "unknown" {
		l.Facts = append(l.Facts, f.T("confidence.says."+v.Confidence))
	}
	l.fact(v.Note)
	return l
}

// NextValuation are the initial values of a new valuation: those of the present one, dated today.
// The first is of the day that the copy came: what is known of its worth then is mostly its price.
func NextValuation(c catalog.CopySheet, today string) map[string]string {
	values := ui.Filled(map[string]any{"type": "user_estimate", "confidence": "unknown", "valued_at": today, "currency_code": c.Currency})
	if c.EstimatedValue != nil && c.ValueCurrencyCode != nil {
		values["amount"], values["currency_code"] = ui.Typed(*c.EstimatedValue, *c.ValueCurrencyCode), *c.ValueCurrencyCode
	} else if c.AcquiredAt != nil {
		values["valued_at"] = c.AcquiredAt.Format(time.DateOnly)
	}
	return values
}
