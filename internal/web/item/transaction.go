package item

import (
	"cmp"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var Transactions = kind[catalog.Transaction, catalog.TransactionInput]{
	word: "transaction", id: "transaction", path: "transactions", api: "transactions", tab: "value", Get: "getTransaction",
	list: ledger.Transactions, read: ledger.Transaction, create: makes(ledger.CreateTransaction), update: ledger.UpdateTransaction, delete: ledger.DeleteTransaction,
	created: catalog.TransactionCreated, updated: catalog.TransactionUpdated, deleted: catalog.TransactionDeleted,
	asks: TransactionAsks, values: TransactionValues, line: TransactionLine, check: (*catalog.TransactionInput).Validate,
	mark: func(r catalog.Transaction) (int64, time.Time) { return r.ID, r.UpdatedAt },
	fresh: func(v *page.Visit, e RecordEdit) map[string]string {
		return map[string]string{"type": cmp.Or(v.Param("type"), "purchase"), "occurred_at": Today(), "currency_code": e.Copy.Currency, "update_copy": "1"}
	},
	verbs: func(v *page.Visit) (title, do string) {
		if v.Param("type") == "sale" {
			return "act.sell", "act.sell"
		}
		return "transaction.new", "save"
	},
	input: func(v *page.Visit, wrong *fault.Invalid, c catalog.CopySheet) catalog.TransactionInput {
		sum := func(name string) *int64 { return sum(v, wrong, name, "currency_code", c) }
		return catalog.TransactionInput{
			Type:            v.Text("type"),
			OccurredAt:      day(v, wrong, "occurred_at"),
			Counterparty:    v.Optional("counterparty"),
			Amount:          sum("amount"),
			TaxAmount:       sum("tax_amount"),
			FeeAmount:       sum("fee_amount"),
			ShippingAmount:  sum("shipping_amount"),
			TotalAmount:     sum("total_amount"),
			CurrencyCode:    v.Optional("currency_code"),
			ReferenceNumber: v.Optional("reference_number"),
			SourceURL:       v.Optional("source_url"),
			Note:            v.Optional("note"),
			UpdateCopy:      v.Yes("update_copy"),
		}
	},
}

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

// TransactionValues are the values of a transaction in its form.
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
