package api

import (
	"vitrine/internal/catalog"
	"vitrine/internal/postgres/ledger"
)

var provenanceEvents = []route{
	read(member, "GET /api/copies/{copy}/provenance-events", listIn(ledger.ProvenanceEvents), many(provenanceEvent)),
	read(member, "GET /api/copies/{copy}/provenance-events/{provenanceEvent}", getIn(ledger.ProvenanceEvent), one(provenanceEvent)),
	write(editor, "POST /api/copies/{copy}/provenance-events", catalog.ProvenanceEventCreated, createIn(provenanceEventInput, ledger.CreateProvenanceEvent), created(provenanceEvent)),
	write(editor, "PUT /api/copies/{copy}/provenance-events/{provenanceEvent}", catalog.ProvenanceEventUpdated, updateIn(provenanceEventInput, ledger.UpdateProvenanceEvent), one(provenanceEvent)),
	write(editor, "DELETE /api/copies/{copy}/provenance-events/{provenanceEvent}", catalog.ProvenanceEventDeleted, discardIn(ledger.DeleteProvenanceEvent), trashed),
}

func provenanceEventInput(b *body) catalog.ProvenanceEventInput {
	return catalog.ProvenanceEventInput{
		Type:                b.text("type"),
		Title:               b.text("title"),
		Description:         b.optional("description"),
		OccurredAt:          b.date("occurred_at"),
		OccurredAtPrecision: b.text("occurred_at_precision"),
		Location:            b.optional("location"),
		FromParty:           b.optional("from_party"),
		ToParty:             b.optional("to_party"),
		ReferenceNumber:     b.optional("reference_number"),
		SourceURL:           b.optional("source_url"),
		IsVerified:          b.boolean("is_verified"),
		VerificationNote:    b.optional("verification_note"),
		TransactionID:       b.integer("transaction_id"),
	}
}

func provenanceEvent(p catalog.ProvenanceEvent) resource {
	return resource{kind: "provenance_event", id: p.ID, self: recordPath(p.CopyID, "provenance-events", p.ID), attributes: attributes{
		{"uuid", p.UUID},
		{"copy_id", ref{&p.CopyID}},
		{"type", p.Type},
		{"title", p.Title},
		{"description", p.Description},
		{"occurred_at", p.OccurredAt},
		{"occurred_at_precision", p.OccurredAtPrecision},
		{"formatted_date", p.FormattedDate()},
		{"location", p.Location},
		{"from_party", p.FromParty},
		{"to_party", p.ToParty},
		{"reference_number", p.ReferenceNumber},
		{"source_url", p.SourceURL},
		{"is_verified", p.IsVerified},
		{"verification_note", p.VerificationNote},
		{"transaction_id", ref{p.TransactionID}},
		{"created_at", p.CreatedAt},
		{"updated_at", p.UpdatedAt},
	}}
}
