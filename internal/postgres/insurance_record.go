package postgres

import (
	"context"

	"vitrine/internal/catalog"
)

var insuranceRecords = recordsOf(`insurance_record`, kept[catalog.InsuranceRecord]{
	table: table{name: `insurance_records`},
	columns: `id, uuid::text, copy_id, provider, insured_value, status, currency_code, policy_number, coverage_type, deductible_amount,
		deductible_currency_code, starts_at, ends_at, is_scheduled_item, contact_name, contact_email, contact_phone, note, created_at, updated_at`,
	order: sorting{{sql: `starts_at`, kind: day, down: true, nulls: "last"}, {sql: `id`, down: true}},
	entry: entry{`provider`, `policy_number`},
	told: told{`provider`, `policy_number`, `coverage_type`, `insured_value`, `currency_code`, `deductible_amount`, `deductible_currency_code`, `starts_at`, `ends_at`,
		`status`, `is_scheduled_item`, `contact_name`, `contact_email`, `contact_phone`, `note`},
})

func (r Reader) InsuranceRecords(ctx context.Context, copyID int64, p catalog.Paging) (catalog.Page[catalog.InsuranceRecord], error) {
	return insuranceRecords.page(ctx, r.inCopy(copyID), p, copyID)
}

func (r Reader) InsuranceRecord(ctx context.Context, copyID, id int64) (catalog.InsuranceRecord, error) {
	return insuranceRecords.one(ctx, r.inCopy(copyID), copyID, id)
}

// CreateInsuranceRecord is Invalid if the policy has an active record already,
// even one created at the same moment.
func (w Writer) CreateInsuranceRecord(ctx context.Context, copyID int64, in catalog.InsuranceRecordInput) (catalog.InsuranceRecord, error) {
	return insuranceRecords.createRecord(ctx, w.change, copyID, `
		insert into insurance_records (account_id, copy_id, provider, insured_value, status, currency_code, policy_number, coverage_type,
			deductible_amount, deductible_currency_code, starts_at, ends_at, is_scheduled_item, contact_name, contact_email, contact_phone, note)
		select account_id, id, $3, $4, $5, coalesce($6, `+currencyOfCopy+`), $7, $8, $9, coalesce($10, $6, `+currencyOfCopy+`), $11, $12, coalesce($13, false), $14, $15, $16, $17
		from copies where account_id = $1 and id = $2`, recordArgs(in)...)
}

func (w Writer) UpdateInsuranceRecord(ctx context.Context, copyID, id int64, in catalog.InsuranceRecordInput) (catalog.InsuranceRecord, error) {
	return insuranceRecords.updateRecord(ctx, w.change, copyID, id, `
		update insurance_records set provider = $4, insured_value = $5, status = $6, currency_code = coalesce($7, `+currencyOfCopy+`),
			policy_number = $8, coverage_type = $9, deductible_amount = $10, deductible_currency_code = coalesce($11, $7, `+currencyOfCopy+`),
			starts_at = $12, ends_at = $13, is_scheduled_item = coalesce($14, false), contact_name = $15, contact_email = $16, contact_phone = $17,
			note = $18, updated_at = now()
		where account_id = $1 and copy_id = $2 and id = $3`, recordArgs(in)...)
}

func (w Writer) DeleteInsuranceRecord(ctx context.Context, copyID, id int64) error {
	return insuranceRecords.discardRecord(ctx, w.change, copyID, id, ``)
}

// recordArgs are the arguments that making and updating a record share.
func recordArgs(in catalog.InsuranceRecordInput) []any {
	return []any{in.Provider, in.InsuredValue, in.Status, in.CurrencyCode, in.PolicyNumber, in.CoverageType,
		in.DeductibleAmount, in.DeductibleCurrencyCode, in.StartsAt, in.EndsAt, in.IsScheduledItem, in.ContactName, in.ContactEmail, in.ContactPhone, in.Note}
}
