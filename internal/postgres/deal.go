package postgres

import (
	"context"

	"vitrine/internal/catalog"
)

var transactions = recordsOf(`transaction`, resource[catalog.Transaction]{
	table: table{name: `transactions`},
	columns: `id, uuid::text, copy_id, type, occurred_at, counterparty, amount, tax_amount, fee_amount, shipping_amount, total_amount, total, currency_code,
		reference_number, source_url, note, created_at, updated_at`,
	order: sorting{{sql: `occurred_at`, kind: day, down: true}, {sql: `id`, down: true}},
	entry: entry{`type`, `counterparty`, `total`, `currency_code`},
	audited: audited{`type`, `occurred_at`, `counterparty`, `amount`, `tax_amount`, `fee_amount`, `shipping_amount`, `total_amount`, `total`, `currency_code`,
		`reference_number`, `source_url`, `note`},
})

func (r Reader) Transactions(ctx context.Context, copyID int64, p catalog.Paging) (catalog.Page[catalog.Transaction], error) {
	return transactions.page(ctx, inCopy(r, copyID), p, copyID)
}

func (r Reader) Transaction(ctx context.Context, copyID, id int64) (catalog.Transaction, error) {
	return transactions.one(ctx, inCopy(r, copyID), copyID, id)
}

// CreateTransaction adds a transaction and, if asked, does to the copy what it means
// for it: it was acquired, or it went away.
func (w Writer) CreateTransaction(ctx context.Context, copyID int64, in catalog.TransactionInput) (catalog.Transaction, error) {
	switch {
	case !*in.UpdateCopy:
	case in.Acquires():
		follow(w.change, `
			update copies set acquired_at = coalesce(acquired_at, $3), status = case status when 'ordered' then 'owned' else status end, updated_at = now()
			where account_id = $1 and id = $2 and (acquired_at is null or status = 'ordered')`, w.account, copyID, in.OccurredAt)
	case in.Leaves() != "":
		follow(w.change, `
			update copies set disposed_at = coalesce(disposed_at, $3), status = $4, updated_at = now()
			where account_id = $1 and id = $2 and (disposed_at is null or status <> $4)`, w.account, copyID, in.OccurredAt, in.Leaves())
	}
	return transactions.createRecord(ctx, w.change, copyID, `
		insert into transactions (account_id, copy_id, type, occurred_at, counterparty, amount, tax_amount, fee_amount, shipping_amount, total_amount,
			currency_code, reference_number, source_url, note)
		select account_id, id, @type, @occurred_at, @counterparty, @amount, @tax_amount, @fee_amount, @shipping_amount, @total_amount,
			coalesce(@currency_code, `+currencyOfCopy+`), @reference_number, @source_url, @note
		from copies where account_id = $1 and id = $2`, transactionArgs(in))
}

// UpdateTransaction writes a transaction; the copy keeps its status.
func (w Writer) UpdateTransaction(ctx context.Context, copyID, id int64, in catalog.TransactionInput) (catalog.Transaction, error) {
	return transactions.updateRecord(ctx, w.change, copyID, id, `
		update transactions set type = @type, occurred_at = @occurred_at, counterparty = @counterparty, amount = @amount, tax_amount = @tax_amount,
			fee_amount = @fee_amount, shipping_amount = @shipping_amount,
			total_amount = @total_amount, currency_code = coalesce(@currency_code, `+currencyOfCopy+`), reference_number = @reference_number,
			source_url = @source_url, note = @note, updated_at = now()
		where account_id = $1 and copy_id = $2 and id = $3`, transactionArgs(in))
}

func (w Writer) DeleteTransaction(ctx context.Context, copyID, id int64) error {
	return transactions.discardRecord(ctx, w.change, copyID, id, ``)
}

// transactionArgs are the arguments that making and updating a transaction share.
func transactionArgs(in catalog.TransactionInput) params {
	return params{
		"type": in.Type, "occurred_at": in.OccurredAt, "counterparty": in.Counterparty, "amount": in.Amount, "tax_amount": in.TaxAmount,
		"fee_amount": in.FeeAmount, "shipping_amount": in.ShippingAmount, "total_amount": in.TotalAmount, "currency_code": in.CurrencyCode,
		"reference_number": in.ReferenceNumber, "source_url": in.SourceURL, "note": in.Note,
	}
}
