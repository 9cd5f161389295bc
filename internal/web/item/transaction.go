package item

import (
	"cmp"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/web/page"
)

var Transactions = kind[catalog.Transaction, catalog.TransactionInput]{
	word: "transaction", id: "transaction", path: "transactions", api: "transactions", tab: "value", Get: "getTransaction",
	list: ledger.Transactions, read: ledger.Transaction, create: makes(ledger.CreateTransaction), update: ledger.UpdateTransaction, delete: ledger.DeleteTransaction,
	created: catalog.TransactionCreated, updated: catalog.TransactionUpdated, deleted: catalog.TransactionDeleted,
	asks: TransactionAsks, values: TransactionValues, line: TransactionLine, check: (*catalog.TransactionInput).Validate,
	mark: func(r catalog.Transaction) (int64, time.Time) { return r.ID, r.UpdatedAt },
	fresh: func(v *page.Visit, e RecordEdit) map[string]string {
		return map[string]string{"type": cmp.Or(v.Asked("type"), "purchase"), "occurred_at": Today(), "currency_code": e.Copy.Currency, "update_copy": "1"}
	},
	verbs: func(v *page.Visit) (title, do string) {
		if v.Asked("type") == "sale" {
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
