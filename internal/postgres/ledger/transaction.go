package ledger

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

var transactions = recordsOf(`transaction`, engine.Resource[catalog.Transaction]{
	Table: engine.Table{Name: `transactions`},
	Columns: `id, uuid::text, copy_id, type, occurred_at, counterparty, amount, tax_amount, fee_amount, shipping_amount, total_amount, total, currency_code,
		reference_number, source_url, note, created_at, updated_at`,
	Order: engine.Sorting{{SQL: `occurred_at`, Kind: engine.Day, Down: true}, {SQL: `id`, Down: true}},
	Entry: engine.Entry{`type`, `counterparty`, `total`, `currency_code`},
	Audited: engine.Audited{`type`, `occurred_at`, `counterparty`, `amount`, `tax_amount`, `fee_amount`, `shipping_amount`, `total_amount`, `total`, `currency_code`,
		`reference_number`, `source_url`, `note`},
})

// TransactionTable is how transactions are read and logged.
var TransactionTable = transactions.Shape()

func Transactions(ctx context.Context, r engine.Reader, copyID int64, p catalog.Paging) (catalog.Page[catalog.Transaction], error) {
	return transactions.Page(ctx, engine.InCopy(r, copyID), p, copyID)
}

func Transaction(ctx context.Context, r engine.Reader, copyID, id int64) (catalog.Transaction, error) {
	return transactions.One(ctx, engine.InCopy(r, copyID), copyID, id)
}

// CreateTransaction adds a transaction and, if requested, updates the copy: it was acquired, or went away.
func CreateTransaction(ctx context.Context, w engine.Writer, copyID int64, in catalog.TransactionInput) (catalog.Transaction, error) {
	switch {
	case !*in.UpdateCopy:
	case in.Acquires():
		engine.Follow(w.Edit, `
			update copies set acquired_at = coalesce(acquired_at, $3), status = case status when 'ordered' then 'owned' else status end, updated_at = now()
			where account_id = $1 and id = $2 and (acquired_at is null or status = 'ordered')`, w.AccountID(), copyID, in.OccurredAt)
	case in.Leaves() != "":
		engine.Follow(w.Edit, `
			update copies set disposed_at = coalesce(disposed_at, $3), status = $4, updated_at = now()
			where account_id = $1 and id = $2 and (disposed_at is null or status <> $4)`, w.AccountID(), copyID, in.OccurredAt, in.Leaves())
	}
	return createRecord(ctx, transactions, w.Edit, copyID, `
		insert into transactions (account_id, copy_id, type, occurred_at, counterparty, amount, tax_amount, fee_amount, shipping_amount, total_amount,
			currency_code, reference_number, source_url, note)
		select account_id, id, @type, @occurred_at, @counterparty, @amount, @tax_amount, @fee_amount, @shipping_amount, @total_amount,
			coalesce(@currency_code, `+currencyOfCopy+`), @reference_number, @source_url, @note
		from copies where account_id = $1 and id = $2`, TransactionArgs(in))
}

// UpdateTransaction writes a transaction; the copy keeps its status.
func UpdateTransaction(ctx context.Context, w engine.Writer, copyID, id int64, in catalog.TransactionInput) (catalog.Transaction, error) {
	return updateRecord(ctx, transactions, w.Edit, copyID, id, `
		update transactions set type = @type, occurred_at = @occurred_at, counterparty = @counterparty, amount = @amount, tax_amount = @tax_amount,
			fee_amount = @fee_amount, shipping_amount = @shipping_amount,
			total_amount = @total_amount, currency_code = coalesce(@currency_code, `+currencyOfCopy+`), reference_number = @reference_number,
			source_url = @source_url, note = @note, updated_at = now()
		where account_id = $1 and copy_id = $2 and id = $3`, TransactionArgs(in))
}

func DeleteTransaction(ctx context.Context, w engine.Writer, copyID, id int64) error {
	return discardRecord(ctx, transactions, w.Edit, copyID, id, ``)
}

// TransactionArgs are the arguments of an insert or update.
func TransactionArgs(in catalog.TransactionInput) engine.Params {
	return engine.Params{
		"type": in.Type, "occurred_at": in.OccurredAt, "counterparty": in.Counterparty, "amount": in.Amount, "tax_amount": in.TaxAmount,
		"fee_amount": in.FeeAmount, "shipping_amount": in.ShippingAmount, "total_amount": in.TotalAmount, "currency_code": in.CurrencyCode,
		"reference_number": in.ReferenceNumber, "source_url": in.SourceURL, "note": in.Note,
	}
}
