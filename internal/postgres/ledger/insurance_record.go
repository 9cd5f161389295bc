package ledger

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

var insuranceRecords = recordsOf(`insurance_record`, engine.Resource[catalog.InsuranceRecord]{
	Table: engine.Table{Name: `insurance_records`},
	Columns: `id, uuid::text, copy_id, provider, insured_value, status, currency_code, policy_number, coverage_type, deductible_amount,
		deductible_currency_code, starts_at, ends_at, is_scheduled_item, contact_name, contact_email, contact_phone, note, created_at, updated_at`,
	Order: engine.Sorting{{SQL: `starts_at`, Kind: engine.Day, Down: true, Nulls: "last"}, {SQL: `id`, Down: true}},
	Entry: engine.Entry{`provider`, `policy_number`},
	Audited: engine.Audited{`provider`, `policy_number`, `coverage_type`, `insured_value`, `currency_code`, `deductible_amount`, `deductible_currency_code`, `starts_at`, `ends_at`,
		`status`, `is_scheduled_item`, `contact_name`, `contact_email`, `contact_phone`, `note`},
})

// InsuranceRecordTable is how insurance records are read and logged.
var InsuranceRecordTable = insuranceRecords.Shape()

func InsuranceRecords(ctx context.Context, r engine.Reader, copyID int64, p catalog.Paging) (catalog.Page[catalog.InsuranceRecord], error) {
	return insuranceRecords.Page(ctx, engine.InCopy(r, copyID), p, copyID)
}

func InsuranceRecord(ctx context.Context, r engine.Reader, copyID, id int64) (catalog.InsuranceRecord, error) {
	return insuranceRecords.One(ctx, engine.InCopy(r, copyID), copyID, id)
}

// CreateInsuranceRecord is Invalid if the policy already has an active record, even a concurrent one.
func CreateInsuranceRecord(ctx context.Context, w engine.Writer, copyID int64, in catalog.InsuranceRecordInput) (catalog.InsuranceRecord, error) {
	return createRecord(ctx, insuranceRecords, w.Edit, copyID, `
		insert into insurance_records (account_id, copy_id, provider, insured_value, status, currency_code, policy_number, coverage_type,
			deductible_amount, deductible_currency_code, starts_at, ends_at, is_scheduled_item, contact_name, contact_email, contact_phone, note)
		select account_id, id, @provider, @insured_value, @status, coalesce(@currency_code, `+currencyOfCopy+`), @policy_number, @coverage_type,
			@deductible_amount, coalesce(@deductible_currency_code, @currency_code, `+currencyOfCopy+`), @starts_at, @ends_at,
			coalesce(@is_scheduled_item, false), @contact_name, @contact_email, @contact_phone, @note
		from copies where account_id = $1 and id = $2`, RecordArgs(in))
}

func UpdateInsuranceRecord(ctx context.Context, w engine.Writer, copyID, id int64, in catalog.InsuranceRecordInput) (catalog.InsuranceRecord, error) {
	return updateRecord(ctx, insuranceRecords, w.Edit, copyID, id, `
		update insurance_records set provider = @provider, insured_value = @insured_value, status = @status, currency_code = coalesce(@currency_code, `+currencyOfCopy+`),
			policy_number = @policy_number, coverage_type = @coverage_type, deductible_amount = @deductible_amount,
				deductible_currency_code = coalesce(@deductible_currency_code, @currency_code, `+currencyOfCopy+`),
			starts_at = @starts_at, ends_at = @ends_at, is_scheduled_item = coalesce(@is_scheduled_item, false), contact_name = @contact_name,
				contact_email = @contact_email, contact_phone = @contact_phone,
			note = @note, updated_at = now()
		where account_id = $1 and copy_id = $2 and id = $3`, RecordArgs(in))
}

func DeleteInsuranceRecord(ctx context.Context, w engine.Writer, copyID, id int64) error {
	return discardRecord(ctx, insuranceRecords, w.Edit, copyID, id, ``)
}

// RecordArgs are the arguments of an insert or update.
func RecordArgs(in catalog.InsuranceRecordInput) engine.Params {
	return engine.Params{
		"provider": in.Provider, "insured_value": in.InsuredValue, "status": in.Status, "currency_code": in.CurrencyCode,
		"policy_number": in.PolicyNumber, "coverage_type": in.CoverageType, "deductible_amount": in.DeductibleAmount,
		"deductible_currency_code": in.DeductibleCurrencyCode, "starts_at": in.StartsAt, "ends_at": in.EndsAt,
		"is_scheduled_item": in.IsScheduledItem, "contact_name": in.ContactName, "contact_email": in.ContactEmail,
		"contact_phone": in.ContactPhone, "note": in.Note,
	}
}

// Covering is the condition for active records of a copy on the day $3.
const Covering = `r.status = 'active' and (r.starts_at is null or r.starts_at <= $3) and (r.ends_at is null or r.ends_at >= $3)`
