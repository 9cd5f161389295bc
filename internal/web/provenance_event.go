package web

import (
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/web/view"
)

var provenance = kind[catalog.ProvenanceEvent, catalog.ProvenanceEventInput]{
	word: "provenance", id: "provenanceEvent", path: "provenance", api: "provenance-events", tab: "provenance", get: "getProvenanceEvent",
	list: ledger.ProvenanceEvents, read: ledger.ProvenanceEvent, create: makes(ledger.CreateProvenanceEvent), update: ledger.UpdateProvenanceEvent, delete: ledger.DeleteProvenanceEvent,
	created: catalog.ProvenanceEventCreated, updated: catalog.ProvenanceEventUpdated, deleted: catalog.ProvenanceEventDeleted,
	asks: view.ProvenanceAsks, values: view.ProvenanceValues, line: view.ProvenanceLine, check: (*catalog.ProvenanceEventInput).Validate,
	mark:  func(r catalog.ProvenanceEvent) (int64, time.Time) { return r.ID, r.UpdatedAt },
	fresh: func(*visit, view.RecordEdit) map[string]string { return map[string]string{"type": "acquisition"} },
	choices: func(v *visit, r postgres.Reader, e *view.RecordEdit) error {
		id, _ := v.number("copy")
		page, err := ledger.Transactions(v.Context(), r, id, catalog.Paging{Number: 1, PerPage: perPage})
		e.Choices = map[string][]view.Option{"transaction_id": view.TransactionOptions(view.Frame{Texts: v.texts}, page.Items)}
		return err
	},
	input: func(v *visit, wrong *fault.Invalid, _ catalog.CopySheet) catalog.ProvenanceEventInput {
		return catalog.ProvenanceEventInput{
			Type:                v.text("type"),
			Title:               v.text("title"),
			Description:         v.optional("description"),
			OccurredAt:          v.day(wrong, "occurred_at"),
			OccurredAtPrecision: v.text("occurred_at_precision"),
			Location:            v.optional("location"),
			FromParty:           v.optional("from_party"),
			ToParty:             v.optional("to_party"),
			ReferenceNumber:     v.optional("reference_number"),
			SourceURL:           v.optional("source_url"),
			IsVerified:          v.yes("is_verified"),
			VerificationNote:    v.optional("verification_note"),
			TransactionID:       v.integer(wrong, "transaction_id"),
		}
	},
}
