package api

import (
	"vitrine/internal/catalog"
	"vitrine/internal/postgres/ledger"
)

var transactions = []route{
	read(member, "GET /api/copies/{copy}/transactions", listIn(ledger.Transactions), many(transaction)),
	read(member, "GET /api/copies/{copy}/transactions/{transaction}", getIn(ledger.Transaction), one(transaction)),
	write(editor, "POST /api/copies/{copy}/transactions", catalog.TransactionCreated, createIn(newTransaction, ledger.CreateTransaction), created(transaction)),
	write(editor, "PUT /api/copies/{copy}/transactions/{transaction}", catalog.TransactionUpdated, updateIn(transactionInput, ledger.UpdateTransaction), one(transaction)),
	write(editor, "DELETE /api/copies/{copy}/transactions/{transaction}", catalog.TransactionDeleted, discardIn(ledger.DeleteTransaction), trashed),
}

func transactionInput(b *body) catalog.TransactionInput {
	return catalog.TransactionInput{
		Type:            b.text("type"),
		OccurredAt:      b.date("occurred_at"),
		Counterparty:    b.optional("counterparty"),
		Amount:          b.integer("amount"),
		TaxAmount:       b.integer("tax_amount"),
		FeeAmount:       b.integer("fee_amount"),
		ShippingAmount:  b.integer("shipping_amount"),
		TotalAmount:     b.integer("total_amount"),
		CurrencyCode:    b.optional("currency_code"),
		ReferenceNumber: b.optional("reference_number"),
		SourceURL:       b.optional("source_url"),
		Note:            b.optional("note"),
	}
}

// newTransaction also reads whether the transaction updates the copy.
func newTransaction(b *body) catalog.TransactionInput {
	in := transactionInput(b)
	in.UpdateCopy = b.boolean("update_copy")
	return in
}

func transaction(t catalog.Transaction) resource {
	return resource{kind: "transaction", id: t.ID, self: recordPath(t.CopyID, "transactions", t.ID), attributes: attributes{
		{"uuid", t.UUID},
		{"copy_id", ref{&t.CopyID}},
		{"type", t.Type},
		{"occurred_at", t.OccurredAt},
		{"counterparty", t.Counterparty},
		{"amount", t.Amount},
		{"tax_amount", t.TaxAmount},
		{"fee_amount", t.FeeAmount},
		{"shipping_amount", t.ShippingAmount},
		{"total_amount", t.TotalAmount},
		{"total", t.Total},
		{"currency_code", t.CurrencyCode},
		{"reference_number", t.ReferenceNumber},
		{"source_url", t.SourceURL},
		{"note", t.Note},
		{"created_at", t.CreatedAt},
		{"updated_at", t.UpdatedAt},
	}}
}
