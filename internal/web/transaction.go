package web

import (
	"cmp"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/web/view"
)

var transactions = kind[catalog.Transaction, catalog.TransactionInput]{
	word: "transaction", id: "transaction", path: "transactions", api: "transactions", tab: "value", get: "getTransaction",
	list: ledger.Transactions, read: ledger.Transaction, create: makes(ledger.CreateTransaction), update: ledger.UpdateTransaction, delete: ledger.DeleteTransaction,
	created: catalog.TransactionCreated, updated: catalog.TransactionUpdated, deleted: catalog.TransactionDeleted,
	asks: view.TransactionAsks, values: view.TransactionValues, line: view.TransactionLine, check: (*catalog.TransactionInput).Validate,
	mark: func(r catalog.Transaction) (int64, time.Time) { return r.ID, r.UpdatedAt },
	fresh: func(v *visit, e view.RecordEdit) map[string]string {
		return map[string]string{"type": cmp.Or(v.asked("type"), "purchase"), "occurred_at": today(), "currency_code": e.Copy.Currency, "update_copy": "1"}
	},
	verbs: func(v *visit) (title, do string) {
		if v.asked("type") == "sale" {
			return "act.sell", "act.sell"
		}
		return "transaction.new", "save"
	},
	input: func(v *visit, wrong *fault.Invalid, c catalog.CopySheet) catalog.TransactionInput {
		sum := func(name string) *int64 { return v.sum(wrong, name, "currency_code", c) }
		return catalog.TransactionInput{
			Type:            v.text("type"),
			OccurredAt:      v.day(wrong, "occurred_at"),
			Counterparty:    v.optional("counterparty"),
			Amount:          sum("amount"),
			TaxAmount:       sum("tax_amount"),
			FeeAmount:       sum("fee_amount"),
			ShippingAmount:  sum("shipping_amount"),
			TotalAmount:     sum("total_amount"),
			CurrencyCode:    v.optional("currency_code"),
			ReferenceNumber: v.optional("reference_number"),
			SourceURL:       v.optional("source_url"),
			Note:            v.optional("note"),
			UpdateCopy:      v.yes("update_copy"),
		}
	},
}
