package api

import (
	"context"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
)

var insuranceRecords = []route{
	view("GET /api/copies/{copy}/insurance-records", listInsuranceRecords, many(insuranceRecord)),
	view("GET /api/copies/{copy}/insurance-records/{insuranceRecord}", getInsuranceRecord, one(insuranceRecord)),
	edit("POST /api/copies/{copy}/insurance-records", "insurance_record_created", insuranceRecordInput, createInsuranceRecord, created(insuranceRecord)),
	edit("PUT /api/copies/{copy}/insurance-records/{insuranceRecord}", "insurance_record_updated", insuranceRecordInput, updateInsuranceRecord, one(insuranceRecord)),
	remove("DELETE /api/copies/{copy}/insurance-records/{insuranceRecord}", "insurance_record_deleted", deleteInsuranceRecord),
}

func listInsuranceRecords(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[catalog.InsuranceRecord], error) {
	return r.InsuranceRecords(ctx, req.id("copy"), req.page())
}

func getInsuranceRecord(ctx context.Context, r postgres.Reader, req *request) (catalog.InsuranceRecord, error) {
	return r.InsuranceRecord(ctx, req.id("copy"), req.id("insuranceRecord"))
}

func createInsuranceRecord(ctx context.Context, w postgres.Writer, req *request, in catalog.InsuranceRecordInput) (catalog.InsuranceRecord, error) {
	return w.CreateInsuranceRecord(ctx, req.id("copy"), in)
}

func updateInsuranceRecord(ctx context.Context, w postgres.Writer, req *request, in catalog.InsuranceRecordInput) (catalog.InsuranceRecord, error) {
	return w.UpdateInsuranceRecord(ctx, req.id("copy"), req.id("insuranceRecord"), in)
}

func deleteInsuranceRecord(ctx context.Context, w postgres.Writer, req *request) error {
	return w.DeleteInsuranceRecord(ctx, req.id("copy"), req.id("insuranceRecord"))
}

func insuranceRecordInput(b *body) catalog.InsuranceRecordInput {
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
		IsScheduledItem:        b.boolean("is_scheduled_item"),
		ContactName:            b.optional("contact_name"),
		ContactEmail:           b.optional("contact_email"),
		ContactPhone:           b.optional("contact_phone"),
		Note:                   b.optional("note"),
	}
}

func insuranceRecord(r catalog.InsuranceRecord) resource {
	return resource{kind: "insurance_record", id: r.ID, self: "/api/copies/" + strconv.FormatInt(r.CopyID, 10) + "/insurance-records/" + strconv.FormatInt(r.ID, 10), attributes: attributes{
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
