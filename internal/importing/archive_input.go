package importing

import (
	"slices"

	"vitrine/internal/catalog"
)

// inputs are what requests would send of a line, by part. References are checked when they
// are written. Positions have a rule of their own.
var inputs = map[string]func(*line) error{
	"account": func(l *line) error {
		return asMember((&catalog.AccountInput{Name: "account", CurrencyCode: l.maybe("currency"), TrashRetentionDays: l.number("trash_retention_days"), PhotoPlace: l.maybe("photo_place"),
			UninsuredAbove: given(l.number("uninsured_above")), UnderInsuredPercent: l.number("under_insured_percent"), AttentionDays: l.number("attention_days")}).Validate(), "currency_code", "currency")
	},
	"locations": func(l *line) error {
		in := catalog.LocationInput{Name: l.text("name"), Emoji: l.text("emoji")}
		return l.asIs("emoji", &in.Emoji, in.Validate)
	},
	"item_conditions": func(l *line) error { return (&catalog.ItemConditionInput{Name: l.text("name")}).Validate() },
	"tags": func(l *line) error {
		return (&catalog.TagInput{Name: l.text("name"), Color: l.text("color")}).Validate()
	},
	"series": func(l *line) error {
		return (&catalog.SeriesInput{Name: l.text("name"), Description: l.maybe("description")}).Validate()
	},
	"collection_types": func(l *line) error {
		return (&catalog.CollectionTypeInput{Name: l.text("name"), Color: l.text("color")}).Validate()
	},
	"custom_field_groups": func(l *line) error { return (&catalog.CustomFieldGroupInput{Name: l.maybe("name")}).Validate() },
	"custom_fields": func(l *line) error {
		in := catalog.CustomFieldInput{Name: l.maybe("name"), FieldType: l.text("field_type"), Options: l.texts("options")}
		err := in.Validate()
		if l.together(in.FieldType == catalog.Select, "options"); l.has("options") && err == nil && !slices.Equal(in.Options, l.texts("options")) {
			l.wrong.Addf("options", "The selected %s is invalid.") // blank ones are left out
		}
		return err
	},
	"collections": func(l *line) error {
		in := catalog.CollectionInput{Name: l.text("name"), Description: l.maybe("description"), Emoji: l.text("emoji"), Visibility: l.text("visibility"), Currency: l.maybe("currency")}
		return l.asIs("emoji", &in.Emoji, in.Validate)
	},
	"categories": func(l *line) error {
		return (&catalog.CategoryInput{Name: l.text("name"), Description: l.maybe("description")}).Validate()
	},
	"sets": func(l *line) error {
		return (&catalog.SetInput{Name: l.text("name"), Description: l.maybe("description"), TargetCount: l.number("target_count")}).Validate()
	},
	"items": func(l *line) error {
		if len(l.texts("tag_uuids")) > catalog.MaxItemTags {
			l.wrong.Addf("tag_uuids", "The %s field must not have more than %d items.", catalog.MaxItemTags)
		}
		if wanted := l.is("wanted"); !wanted {
			l.together(false, "wanted_priority", "wanted_max_price", "wanted_currency_code")
		} else {
			l.together(true, "wanted_priority")
			l.together(l.has("wanted_max_price"), "wanted_currency_code")
		}
		return (&catalog.ItemInput{Name: l.text("name"), Description: l.maybe("description"), WantedPriority: given(l.maybe("wanted_priority")), WantedMaxPrice: given(l.number("wanted_max_price")),
			WantedCurrencyCode: given(l.maybe("wanted_currency_code"))}).Validate()
	},
	"copies": func(l *line) error {
		return (&catalog.CopyInput{Identifier: l.maybe("identifier"), Status: l.text("status"), Quantity: l.number("quantity"), Note: l.maybe("note")}).Validate()
	},
	"transactions": func(l *line) error {
		return (&catalog.TransactionInput{Type: l.text("type"), OccurredAt: l.day("occurred_at"), Counterparty: l.maybe("counterparty"), Amount: l.number("amount"), TaxAmount: l.number("tax_amount"),
			FeeAmount: l.number("fee_amount"), ShippingAmount: l.number("shipping_amount"), TotalAmount: l.number("total_amount"), CurrencyCode: l.maybe("currency_code"),
			ReferenceNumber: l.maybe("reference_number"), SourceURL: l.maybe("source_url"), Note: l.maybe("note")}).Validate()
	},
	"valuations": func(l *line) error {
		return (&catalog.ValuationInput{Type: l.text("type"), Amount: l.number("amount"), ValuedAt: l.day("valued_at"), CurrencyCode: l.maybe("currency_code"), Confidence: l.text("confidence"),
			Valuer: l.maybe("valuer"), Method: l.maybe("method"), ReferenceNumber: l.maybe("reference_number"), SourceURL: l.maybe("source_url"), Note: l.maybe("note")}).Validate()
	},
	"insurance_records": func(l *line) error {
		return (&catalog.InsuranceRecordInput{Provider: l.text("provider"), InsuredValue: l.number("insured_value"), Status: l.text("status"), CurrencyCode: l.maybe("currency_code"),
			PolicyNumber: l.maybe("policy_number"), CoverageType: l.maybe("coverage_type"), DeductibleAmount: l.number("deductible_amount"), DeductibleCurrencyCode: l.maybe("deductible_currency_code"),
			StartsAt: l.day("starts_at"), EndsAt: l.day("ends_at"), ContactName: l.maybe("contact_name"), ContactEmail: l.maybe("contact_email"), ContactPhone: l.maybe("contact_phone"), Note: l.maybe("note")}).Validate()
	},
	"policies": func(l *line) error {
		catalog.PolicyNames(&l.wrong, "uuids", len(l.texts("collection_uuids")), len(l.texts("location_uuids")), len(l.texts("copy_uuids")))
		return (&catalog.PolicyInput{Name: l.text("name"), InsuranceRecordInput: catalog.InsuranceRecordInput{Provider: l.text("provider"), InsuredValue: l.number("insured_value"), Status: l.text("status"),
			CurrencyCode: l.maybe("currency_code"), PolicyNumber: l.maybe("policy_number"), CoverageType: l.maybe("coverage_type"), DeductibleAmount: l.number("deductible_amount"),
			DeductibleCurrencyCode: l.maybe("deductible_currency_code"), StartsAt: l.day("starts_at"), EndsAt: l.day("ends_at"), ContactName: l.maybe("contact_name"),
			ContactEmail: l.maybe("contact_email"), ContactPhone: l.maybe("contact_phone"), Note: l.maybe("note")}}).ValidateTerms()
	},
	"provenance_events": func(l *line) error {
		l.together(l.text("occurred_at_precision") != "unknown", "occurred_at")
		return (&catalog.ProvenanceEventInput{Type: l.text("type"), Title: l.text("title"), Description: l.maybe("description"), OccurredAt: l.day("occurred_at"), OccurredAtPrecision: l.text("occurred_at_precision"),
			Location: l.maybe("location"), FromParty: l.maybe("from_party"), ToParty: l.maybe("to_party"), ReferenceNumber: l.maybe("reference_number"), SourceURL: l.maybe("source_url"),
			IsVerified: new(true), VerificationNote: l.maybe("verification_note")}).Validate()
	},
	"maintenance_records": func(l *line) error {
		return (&catalog.MaintenanceRecordInput{Type: l.text("type"), Title: l.text("title"), Description: l.maybe("description"), PerformedBy: l.maybe("performed_by"), PerformedAt: l.day("performed_at"),
			CostAmount: l.number("cost_amount"), CostCurrencyCode: l.maybe("cost_currency_code"), NextDueAt: l.day("next_due_at")}).Validate()
	},
	"loans": func(l *line) error {
		if l.text("status") == "overdue" { // which follows from the day it is due
			l.wrong.Addf("status", "The selected %s is invalid.")
		}
		return (&catalog.LoanInput{Direction: l.text("direction"), Status: l.text("status"), Party: l.text("party"), Purpose: l.maybe("purpose"), LoanedAt: l.day("loaned_at"), DueAt: l.day("due_at"),
			ReturnedAt: l.day("returned_at"), DepositAmount: l.number("deposit_amount"), DepositCurrencyCode: l.maybe("deposit_currency_code")}).Validate()
	},
	"location_stays": func(l *line) error {
		return l.called("location_name", (&catalog.StayInput{MovedAt: l.day("moved_at"), MovedOutAt: l.day("moved_out_at"), Reason: l.maybe("reason"), Note: l.maybe("note")}).Validate())
	},
	"photos": func(l *line) error { // whether it is so, its bytes tell
		l.between("size", mostBytes)
		l.between("width", mostPixels)
		l.between("height", mostPixels)
		l.within("latitude", 90)
		l.within("longitude", 180)
		l.together(l.has("latitude"), "longitude")
		l.wrong.Max("mime_type", l.text("mime_type"), catalog.MaxName)
		return l.called("filename", (&catalog.PhotoInput{Caption: l.maybe("caption"), AltText: l.maybe("alt_text")}).Validate())
	},
	"documents": func(l *line) error {
		l.together(!l.has("external_url"), "file")
		l.wrong.Max("mime_type", l.text("mime_type"), catalog.MaxName)
		return (&catalog.DocumentInput{DocumentType: l.text("document_type"), Name: l.text("name"), Description: l.maybe("description"), IssuedAt: l.day("issued_at"),
			ReferenceNumber: l.maybe("reference_number"), ExternalURL: l.maybe("external_url")}).Validate()
	},
	"import_keys": func(l *line) error {
		l.wrong.Max("source", l.text("source"), catalog.MaxName)
		l.wrong.Max("key", l.text("key"), mostKey)
		return nil
	},
}
