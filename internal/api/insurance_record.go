package api

import (
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/ledger"
)

var insuranceRecords = []route{
	read(member, "GET /api/copies/{copy}/insurance-records", listIn(ledger.InsuranceRecords), many(insuranceRecord)),
	read(member, "GET /api/copies/{copy}/insurance-records/{insuranceRecord}", getIn(ledger.InsuranceRecord), one(insuranceRecord)),
	write(editor, "POST /api/copies/{copy}/insurance-records", catalog.InsuranceRecordCreated, createIn(insuranceRecordInput, ledger.CreateInsuranceRecord), created(insuranceRecord)),
	write(editor, "PUT /api/copies/{copy}/insurance-records/{insuranceRecord}", catalog.InsuranceRecordUpdated, updateIn(insuranceRecordInput, ledger.UpdateInsuranceRecord), one(insuranceRecord)),
	write(editor, "DELETE /api/copies/{copy}/insurance-records/{insuranceRecord}", catalog.InsuranceRecordDeleted, discardIn(ledger.DeleteInsuranceRecord), trashed),
}

func insuranceRecordInput(b *body) catalog.InsuranceRecordInput {
	return insuranceTerms(b, b.boolean)
}

// insuranceTerms are what records and policies have in common, in the order in which mistakes are told. Policies
// schedule nothing.
func insuranceTerms(b *body, scheduled func(string) *bool) catalog.InsuranceRecordInput {
	return catalog.InsuranceRecordInput{
		Provider:               b.text("provider"),
		InsuredValue:           b.integer("insured_value"),
		Status:                 b.text("status"),
		CurrencyCode:           b.optional("currency_code"),
		PolicyNumber:           b.optional("policy_number"),
		CoverageType:           b.optional("coverage_type"),
		DeductibleAmount:       b.integer("deductible_amount"),
		DeductibleCurrencyCode: b.optional("deductible_currency_code"),
		StartsAt:               b.date("starts_at"),
		EndsAt:                 b.date("ends_at"),
		IsScheduledItem:        scheduled("is_scheduled_item"),
		ContactName:            b.optional("contact_name"),
		ContactEmail:           b.optional("contact_email"),
		ContactPhone:           b.optional("contact_phone"),
		Note:                   b.optional("note"),
	}
}

func insuranceRecord(r catalog.InsuranceRecord) resource {
	return resource{kind: "insurance_record", id: r.ID, self: "/api/copies/" + strconv.FormatInt(r.CopyID, 10) + "/insurance-records/" + strconv.FormatInt(r.ID, 10), attributes: attributes{
		{"uuid", r.UUID},
		{"copy_id", ref{&r.CopyID}},
		{"provider", r.Provider},
		{"policy_number", r.PolicyNumber},
		{"coverage_type", r.CoverageType},
		{"insured_value", r.InsuredValue},
		{"currency_code", r.CurrencyCode},
		{"deductible_amount", r.DeductibleAmount},
		{"deductible_currency_code", r.DeductibleCurrencyCode},
		{"starts_at", r.StartsAt},
		{"ends_at", r.EndsAt},
		{"status", r.Status},
		{"is_scheduled_item", r.IsScheduledItem},
		{"contact_name", r.ContactName},
		{"contact_email", r.ContactEmail},
		{"contact_phone", r.ContactPhone},
		{"note", r.Note},
		{"created_at", r.CreatedAt},
		{"updated_at", r.UpdatedAt},
	}}
}
