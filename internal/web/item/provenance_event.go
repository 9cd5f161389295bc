package item

import (
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var Provenance = kind[catalog.ProvenanceEvent, catalog.ProvenanceEventInput]{
	word: "provenance", id: "provenanceEvent", path: "provenance", api: "provenance-events", tab: "provenance", Get: "getProvenanceEvent",
	list: ledger.ProvenanceEvents, read: ledger.ProvenanceEvent, create: makes(ledger.CreateProvenanceEvent), update: ledger.UpdateProvenanceEvent, delete: ledger.DeleteProvenanceEvent,
	created: catalog.ProvenanceEventCreated, updated: catalog.ProvenanceEventUpdated, deleted: catalog.ProvenanceEventDeleted,
	asks: ProvenanceAsks, values: ProvenanceValues, line: ProvenanceLine, check: (*catalog.ProvenanceEventInput).Validate,
	mark:  func(r catalog.ProvenanceEvent) (int64, time.Time) { return r.ID, r.UpdatedAt },
	fresh: func(*page.Visit, RecordEdit) map[string]string { return map[string]string{"type": "acquisition"} },
	choices: func(v *page.Visit, r postgres.Reader, e *RecordEdit) error {
		id, _ := v.Number("copy")
		page, err := ledger.Transactions(v.Context(), r, id, catalog.Paging{Number: 1, PerPage: page.PerPage})
		e.Choices = map[string][]ui.Option{"transaction_id": TransactionOptions(ui.Frame{Texts: v.Texts}, page.Items)}
		return err
	},
	input: func(v *page.Visit, wrong *fault.Invalid, _ catalog.CopySheet) catalog.ProvenanceEventInput {
		return catalog.ProvenanceEventInput{
			Type:                v.Text("type"),
			Title:               v.Text("title"),
			Description:         v.Optional("description"),
			OccurredAt:          day(v, wrong, "occurred_at"),
			OccurredAtPrecision: v.Text("occurred_at_precision"),
			Location:            v.Optional("location"),
			FromParty:           v.Optional("from_party"),
			ToParty:             v.Optional("to_party"),
			ReferenceNumber:     v.Optional("reference_number"),
			SourceURL:           v.Optional("source_url"),
			IsVerified:          v.Yes("is_verified"),
			VerificationNote:    v.Optional("verification_note"),
			TransactionID:       v.Integer(wrong, "transaction_id"),
		}
	},
}
