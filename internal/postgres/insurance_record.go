package postgres

import (
	"context"

	"vitrine/internal/catalog"
)

var insuranceRecords = recordsOf(`insurance_record`, resource[catalog.InsuranceRecord]{
	table: table{name: `insurance_records`},
	columns: `id, uuid::text, copy_id, provider, insured_value, status, currency_code, policy_number, coverage_type, deductible_amount,
		deductible_currency_code, starts_at, ends_at, is_scheduled_item, contact_name, contact_email, contact_phone, note, created_at, updated_at`,
	order: sorting{{sql: `starts_at`, kind: day, down: true, nulls: "last"}, {sql: `id`, down: true}},
	entry: entry{`provider`, `policy_number`},
	audited: audited{`provider`, `policy_number`, `coverage_type`, `insured_value`, `currency_code`, `deductible_amount`, `deductible_currency_code`, `starts_at`, `ends_at`,
		`status`, `is_scheduled_item`, `contact_name`, `contact_email`, `contact_phone`, `note`},
})

func (r Reader) InsuranceRecords(ctx context.Context, copyID int64, p catalog.Paging) (catalog.Page[catalog.InsuranceRecord], error) {
	return insuranceRecords.page(ctx, inCopy(r, copyID), p, copyID)
}

func (r Reader) InsuranceRecord(ctx context.Context, copyID, id int64) (catalog.InsuranceRecord, error) {
	return insuranceRecords.one(ctx, inCopy(r, copyID), copyID, id)
}

// CreateInsuranceRecord is Invalid if the policy has an active record already,
// even one created at the same moment.
func (w Writer) CreateInsuranceRecord(ctx context.Context, copyID int64, in catalog.InsuranceRecordInput) (catalog.InsuranceRecord, error) {
	return insuranceRecords.createRecord(ctx, w.change, copyID, `
		insert into insurance_records (account_id, copy_id, provider, insured_value, status, currency_code, policy_number, coverage_type,
			deductible_amount, deductible_currency_code, starts_at, ends_at, is_scheduled_item, contact_name, contact_email, contact_phone, note)
		select account_id, id, @provider, @insured_value, @status, coalesce(@currency_code, `+currencyOfCopy+`), @policy_number, @coverage_type,
			@deductible_amount, coalesce(@deductible_currency_code, @currency_code, `+currencyOfCopy+`), @starts_at, @ends_at,
			coalesce(@is_scheduled_item, false), @contact_name, @contact_email, @contact_phone, @note
		from copies where account_id = $1 and id = $2`, recordArgs(in))
}

func (w Writer) UpdateInsuranceRecord(ctx context.Context, copyID, id int64, in catalog.InsuranceRecordInput) (catalog.InsuranceRecord, error) {
	return insuranceRecords.updateRecord(ctx, w.change, copyID, id, `
		update insurance_records set provider = @provider, insured_value = @insured_value, status = @status, currency_code = coalesce(@currency_code, `+currencyOfCopy+`),
			policy_number = @policy_number, coverage_type = @coverage_type, deductible_amount = @deductible_amount,
				deductible_currency_code = coalesce(@deductible_currency_code, @currency_code, `+currencyOfCopy+`),
			starts_at = @starts_at, ends_at = @ends_at, is_scheduled_item = coalesce(@is_scheduled_item, false), contact_name = @contact_name,
				contact_email = @contact_email, contact_phone = @contact_phone,
			note = @note, updated_at = now()
		where account_id = $1 and copy_id = $2 and id = $3`, recordArgs(in))
}

func (w Writer) DeleteInsuranceRecord(ctx context.Context, copyID, id int64) error {
	return insuranceRecords.discardRecord(ctx, w.change, copyID, id, ``)
}

// recordArgs are the arguments that making and updating a record share.
func recordArgs(in catalog.InsuranceRecordInput) params {
	return params{
		"provider": in.Provider, "insured_value": in.InsuredValue, "status": in.Status, "currency_code": in.CurrencyCode,
		"policy_number": in.PolicyNumber, "coverage_type": in.CoverageType, "deductible_amount": in.DeductibleAmount,
		"deductible_currency_code": in.DeductibleCurrencyCode, "starts_at": in.StartsAt, "ends_at": in.EndsAt,
		"is_scheduled_item": in.IsScheduledItem, "contact_name": in.ContactName, "contact_email": in.ContactEmail,
		"contact_phone": in.ContactPhone, "note": in.Note,
	}
}
