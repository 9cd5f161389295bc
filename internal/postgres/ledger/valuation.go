package ledger

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

var valuations = recordsOf(`valuation`, engine.Resource[catalog.Valuation]{
	Table:   engine.Table{Name: `valuations`},
	Columns: `id, uuid::text, copy_id, type, amount, valued_at, currency_code, confidence, valuer, method, reference_number, source_url, note, created_at, updated_at`,
	Order:   engine.Sorting{{SQL: `valued_at`, Kind: engine.Day, Down: true}, {SQL: `id`, Down: true}},
	Entry:   engine.Entry{`type`, `amount`, `currency_code`},
	Audited: engine.Audited{`type`, `amount`, `valued_at`, `currency_code`, `confidence`, `valuer`, `method`, `reference_number`, `source_url`, `note`},
})

// ValuationTable is how valuations are read and logged.
var ValuationTable = valuations.Shape()

func Valuations(ctx context.Context, r engine.Reader, copyID int64, p catalog.Paging) (catalog.Page[catalog.Valuation], error) {
	return valuations.Page(ctx, engine.InCopy(r, copyID), p, copyID)
}

func Valuation(ctx context.Context, r engine.Reader, copyID, id int64) (catalog.Valuation, error) {
	return valuations.One(ctx, engine.InCopy(r, copyID), copyID, id)
}

func CreateValuation(ctx context.Context, w engine.Writer, copyID int64, in catalog.ValuationInput) (catalog.Valuation, error) {
	return createRecord(ctx, valuations, w.Edit, copyID, `
		insert into valuations (account_id, copy_id, type, amount, valued_at, currency_code, confidence, valuer, method, reference_number, source_url, note)
		select account_id, id, @type, @amount, @valued_at, coalesce(@currency_code, `+currencyOfCopy+`), @confidence, @valuer, @method, @reference_number,
			@source_url, @note from copies where account_id = $1 and id = $2`, ValuationArgs(in))
}

func UpdateValuation(ctx context.Context, w engine.Writer, copyID, id int64, in catalog.ValuationInput) (catalog.Valuation, error) {
	return updateRecord(ctx, valuations, w.Edit, copyID, id, `
		update valuations set type = @type, amount = @amount, valued_at = @valued_at, currency_code = coalesce(@currency_code, `+currencyOfCopy+`),
			confidence = @confidence, valuer = @valuer,
			method = @method, reference_number = @reference_number, source_url = @source_url, note = @note, updated_at = now()
		where account_id = $1 and copy_id = $2 and id = $3`, ValuationArgs(in))
}

func DeleteValuation(ctx context.Context, w engine.Writer, copyID, id int64) error {
	return discardRecord(ctx, valuations, w.Edit, copyID, id, ``)
}

// ValuationArgs are the arguments of an insert or update.
func ValuationArgs(in catalog.ValuationInput) engine.Params {
	return engine.Params{
		"type": in.Type, "amount": in.Amount, "valued_at": in.ValuedAt, "currency_code": in.CurrencyCode, "confidence": in.Confidence,
		"valuer": in.Valuer, "method": in.Method, "reference_number": in.ReferenceNumber, "source_url": in.SourceURL, "note": in.Note,
	}
}
