package postgres

import (
	"context"

	"vitrine/internal/catalog"
)

var valuations = recordsOf(`valuation`, resource[catalog.Valuation]{
	table:   table{name: `valuations`},
	columns: `id, uuid::text, copy_id, type, amount, valued_at, currency_code, confidence, valuer, method, reference_number, source_url, note, created_at, updated_at`,
	order:   sorting{{sql: `valued_at`, kind: day, down: true}, {sql: `id`, down: true}},
	entry:   entry{`type`, `amount`, `currency_code`},
	audited: audited{`type`, `amount`, `valued_at`, `currency_code`, `confidence`, `valuer`, `method`, `reference_number`, `source_url`, `note`},
})

func (r Reader) Valuations(ctx context.Context, copyID int64, p catalog.Paging) (catalog.Page[catalog.Valuation], error) {
	return valuations.page(ctx, inCopy(r, copyID), p, copyID)
}

func (r Reader) Valuation(ctx context.Context, copyID, id int64) (catalog.Valuation, error) {
	return valuations.one(ctx, inCopy(r, copyID), copyID, id)
}

func (w Writer) CreateValuation(ctx context.Context, copyID int64, in catalog.ValuationInput) (catalog.Valuation, error) {
	return valuations.createRecord(ctx, w.change, copyID, `
		insert into valuations (account_id, copy_id, type, amount, valued_at, currency_code, confidence, valuer, method, reference_number, source_url, note)
		select account_id, id, @type, @amount, @valued_at, coalesce(@currency_code, `+currencyOfCopy+`), @confidence, @valuer, @method, @reference_number,
			@source_url, @note from copies where account_id = $1 and id = $2`, valuationArgs(in))
}

func (w Writer) UpdateValuation(ctx context.Context, copyID, id int64, in catalog.ValuationInput) (catalog.Valuation, error) {
	return valuations.updateRecord(ctx, w.change, copyID, id, `
		update valuations set type = @type, amount = @amount, valued_at = @valued_at, currency_code = coalesce(@currency_code, `+currencyOfCopy+`),
			confidence = @confidence, valuer = @valuer,
			method = @method, reference_number = @reference_number, source_url = @source_url, note = @note, updated_at = now()
		where account_id = $1 and copy_id = $2 and id = $3`, valuationArgs(in))
}

func (w Writer) DeleteValuation(ctx context.Context, copyID, id int64) error {
	return valuations.discardRecord(ctx, w.change, copyID, id, ``)
}

// valuationArgs are the arguments that making and updating a valuation share.
func valuationArgs(in catalog.ValuationInput) params {
	return params{
		"type": in.Type, "amount": in.Amount, "valued_at": in.ValuedAt, "currency_code": in.CurrencyCode, "confidence": in.Confidence,
		"valuer": in.Valuer, "method": in.Method, "reference_number": in.ReferenceNumber, "source_url": in.SourceURL, "note": in.Note,
	}
}
