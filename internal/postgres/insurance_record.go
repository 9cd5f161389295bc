package postgres

import (
	"context"

	"vitrine/internal/catalog"
)

var insuranceRecords = kept[catalog.InsuranceRecord]{
	table: table{name: `insurance_records`},
	columns: `id, copy_id, provider, insured_value, status, currency_code, policy_number, coverage_type, deductible_amount,
		deductible_currency_code, starts_at, ends_at, is_scheduled_item, contact_name, contact_email, contact_phone, note, created_at, updated_at`,
	owner: owner{`copy_id`, `copies`},
	order: sorting{{sql: `starts_at`, kind: day, down: true, nulls: "last"}, {sql: `id`, down: true}},
	entry: entry{`provider`, `policy_number`},
}

// currencyOfCopy is the currency of the collection that the copy $2 is in.
const currencyOfCopy = `(select o.currency from copies c join items i on i.account_id = $1 and i.id = c.item_id
	join collections o on o.account_id = $1 and o.id = i.collection_id where c.account_id = $1 and c.id = $2)`

func (r Reader) InsuranceRecords(ctx context.Context, copyID int64, p catalog.Paging) (catalog.Page[catalog.InsuranceRecord], error) {
	return insuranceRecords.page(ctx, r.inCopy(copyID), p, copyID)
}

func (r Reader) InsuranceRecord(ctx context.Context, copyID, id int64) (catalog.InsuranceRecord, error) {
	return insuranceRecords.one(ctx, r.inCopy(copyID), copyID, id)
}

// CreateInsuranceRecord is Invalid if the policy has an active record already,
// even one created at the same moment.
func (w Writer) CreateInsuranceRecord(ctx context.Context, copyID int64, in catalog.InsuranceRecordInput) (catalog.InsuranceRecord, error) {
	return insuranceRecords.write(ctx, w.inCopy(copyID), `
		insert into insurance_records (account_id, copy_id, provider, insured_value, status, currency_code, policy_number, coverage_type,
			deductible_amount, deductible_currency_code, starts_at, ends_at, is_scheduled_item, contact_name, contact_email, contact_phone, note)
		select account_id, id, $3, $4, $5, coalesce($6, `+currencyOfCopy+`), $7, $8, $9, coalesce($10, $6, `+currencyOfCopy+`), $11, $12, coalesce($13, false), $14, $15, $16, $17
		from copies where account_id = $1 and id = $2`, recordArgs(copyID, in)...)
}

func (w Writer) UpdateInsuranceRecord(ctx context.Context, copyID, id int64, in catalog.InsuranceRecordInput) (catalog.InsuranceRecord, error) {
	return insuranceRecords.write(ctx, w.inCopy(copyID), `
		update insurance_records set provider = $3, insured_value = $4, status = $5, currency_code = coalesce($6, `+currencyOfCopy+`),
			policy_number = $7, coverage_type = $8, deductible_amount = $9, deductible_currency_code = coalesce($10, $6, `+currencyOfCopy+`),
			starts_at = $11, ends_at = $12, is_scheduled_item = coalesce($13, false), contact_name = $14, contact_email = $15, contact_phone = $16,
			note = $17, updated_at = now()
		where account_id = $1 and copy_id = $2 and id = $18`, append(recordArgs(copyID, in), id)...)
}

func (w Writer) DeleteInsuranceRecord(ctx context.Context, copyID, id int64) error {
	return insuranceRecords.delete(ctx, w.inCopy(copyID), copyID, id)
}

// recordArgs are the arguments $2 to $17 that making and updating a record share.
func recordArgs(copyID int64, in catalog.InsuranceRecordInput) []any {
	return []any{copyID, in.Provider, in.InsuredValue, in.Status, in.CurrencyCode, in.PolicyNumber, in.CoverageType,
		in.DeductibleAmount, in.DeductibleCurrencyCode, in.StartsAt, in.EndsAt, in.IsScheduledItem, in.ContactName, in.ContactEmail, in.ContactPhone, in.Note}
}
