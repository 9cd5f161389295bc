package api

import (
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/ledger"
)

var valuations = []route{
	read(member, "GET /api/copies/{copy}/valuations", listIn(ledger.Valuations), many(valuation)),
	read(member, "GET /api/copies/{copy}/valuations/{valuation}", getIn(ledger.Valuation), one(valuation)),
	write(editor, "POST /api/copies/{copy}/valuations", catalog.ValuationCreated, createIn(valuationInput, ledger.CreateValuation), created(valuation)),
	write(editor, "PUT /api/copies/{copy}/valuations/{valuation}", catalog.ValuationUpdated, updateIn(valuationInput, ledger.UpdateValuation), one(valuation)),
	write(editor, "DELETE /api/copies/{copy}/valuations/{valuation}", catalog.ValuationDeleted, discardIn(ledger.DeleteValuation), trashed),
}

func valuationInput(b *body) catalog.ValuationInput {
	return catalog.ValuationInput{
		Type:            b.text("type"),
		Amount:          b.integer("amount"),
		ValuedAt:        b.date("valued_at"),
		CurrencyCode:    b.optional("currency_code"),
		Confidence:      b.text("confidence"),
		Valuer:          b.optional("valuer"),
		Method:          b.optional("method"),
		ReferenceNumber: b.optional("reference_number"),
		SourceURL:       b.optional("source_url"),
		Note:            b.optional("note"),
	}
}

func valuation(v catalog.Valuation) resource {
	return resource{kind: "valuation", id: v.ID, self: recordPath(v.CopyID, "valuations", v.ID), attributes: attributes{
		{"uuid", v.UUID},
		{"copy_id", ref{&v.CopyID}},
		{"type", v.Type},
		{"amount", v.Amount},
		{"valued_at", v.ValuedAt},
		{"currency_code", v.CurrencyCode},
		{"confidence", v.Confidence},
		{"valuer", v.Valuer},
		{"method", v.Method},
		{"reference_number", v.ReferenceNumber},
		{"source_url", v.SourceURL},
		{"note", v.Note},
		{"created_at", v.CreatedAt},
		{"updated_at", v.UpdatedAt},
	}}
}

// recordPath is the path of a record of a copy.
func recordPath(copyID int64, kind string, id int64) string {
	return "/api/copies/" + strconv.FormatInt(copyID, 10) + "/" + kind + "/" + strconv.FormatInt(id, 10)
}
