package item

import (
	"vitrine/internal/catalog"
	"vitrine/internal/web/ui"
)

// TransactionAsks are the fields of a transaction.
var TransactionAsks = []Question{
	{Name: "type", Kind: AskChoice, Text: "field.type", Of: catalog.TransactionTypes, Words: "transaction_type.", Must: true},
	{Name: "occurred_at", Kind: AskDay, Text: "record.day", Must: true},
	{Name: "amount", Kind: AskSum},
	{Name: "currency_code", Kind: AskCode, Text: "field.currency"},
	{Name: "counterparty"},
	{Name: "fee_amount", Kind: AskSum, Rare: true},
	{Name: "tax_amount", Kind: AskSum, Rare: true},
	{Name: "shipping_amount", Kind: AskSum, Rare: true},
	{Name: "total_amount", Kind: AskSum, Rare: true},
	{Name: "reference_number", Rare: true},
	{Name: "source_url", Kind: AskURL, Rare: true},
	{Name: "note", Kind: AskText, Text: "field.note", Rare: true},
	{Name: "update_copy", Kind: AskYes, Rare: true, Once: true},
}

// TransactionValues are those of a transaction in its form.
func TransactionValues(t catalog.Transaction) map[string]string {
	in := func(amount *int64) ui.Sum { return ui.Sum{Amount: amount, Code: t.CurrencyCode} }
	return ui.Filled(map[string]any{"type": t.Type, "occurred_at": t.OccurredAt, "counterparty": t.Counterparty, "amount": in(t.Amount), "tax_amount": in(t.TaxAmount),
		"fee_amount": in(t.FeeAmount), "shipping_amount": in(t.ShippingAmount), "total_amount": in(t.TotalAmount), "currency_code": t.CurrencyCode,
		"reference_number": t.ReferenceNumber, "source_url": t.SourceURL, "note": t.Note})
}

// TransactionLine is a transaction in a list.
func TransactionLine(f ui.Frame, t catalog.Transaction) Line {
	l := Line{ID: t.ID, Icon: "arrow-up-down", Title: f.T("transaction_type." + t.Type), Link: ui.ValueOr(t.SourceURL, "")}
	if t.Total != nil {
		l.Amount = f.Amount(*t.Total, t.CurrencyCode)
	}
	l.Facts = append(l.Facts, f.Date(t.OccurredAt))
	l.fact(t.Counterparty)
	l.fact(t.ReferenceNumber)
	l.fact(t.Note)
	return l
}
