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

// ProvenanceAsks are the fields of a provenance event.
var ProvenanceAsks = []Question{
	{Name: "title", Must: true},
	{Name: "type", Kind: AskChoice, Text: "field.type", Of: catalog.ProvenanceTypes, Words: "provenance_type.", Must: true},
	{Name: "occurred_at", Kind: AskDay, Text: "record.day"},
	{Name: "occurred_at_precision", Kind: AskChoice, Of: catalog.Precisions, Words: "precision."},
	{Name: "from_party"},
	{Name: "to_party"},
	{Name: "location", Rare: true},
	{Name: "transaction_id", Kind: AskChoice, Rare: true},
	{Name: "reference_number", Rare: true},
	{Name: "source_url", Kind: AskURL, Rare: true},
	{Name: "description", Kind: AskText, Text: "field.description", Rare: true},
	{Name: "is_verified", Kind: AskYes, Rare: true},
	{Name: "verification_note", Kind: AskText, Rare: true},
}

// ProvenanceValues are the values of an event in its form.
func ProvenanceValues(p catalog.ProvenanceEvent) map[string]string {
	return ui.Filled(map[string]any{"type": p.Type, "title": p.Title, "description": p.Description, "occurred_at": p.OccurredAt, "occurred_at_precision": p.OccurredAtPrecision,
		"location": p.Location, "from_party": p.FromParty, "to_party": p.ToParty, "reference_number": p.ReferenceNumber, "source_url": p.SourceURL,
		"is_verified": p.IsVerified, "verification_note": p.VerificationNote, "transaction_id": p.TransactionID})
}

// ProvenanceLine is a provenance event in a list.
func ProvenanceLine(f ui.Frame, p catalog.ProvenanceEvent) Line {
	l := Line{ID: p.ID, Icon: "scroll-text", Title: p.Title, Link: ui.ValueOr(p.SourceURL, "")}
	if p.IsVerified {
		l.Badge, l.Shape, l.Fine = f.T("provenance.verified"), "●", true
	}
	l.Facts = append(l.Facts, f.T("provenance_type."+p.Type))
	if p.OccurredAt != nil {
		l.Facts = append(l.Facts, about(f, *p.OccurredAt, p.OccurredAtPrecision))
	}
	switch {
	case p.FromParty != nil && p.ToParty != nil:
		l.Facts = append(l.Facts, *p.FromParty+" → "+*p.ToParty)
	default:
		l.fact(p.FromParty)
		l.fact(p.ToParty)
	}
	l.fact(p.Location)
	l.fact(p.ReferenceNumber)
	l.fact(p.Description)
	return l
}

// TransactionOptions are the transactions that an event may belong to.
func TransactionOptions(f ui.Frame, all []catalog.Transaction) (options []ui.Option) {
	for _, t := range all {
		options = append(options, ui.Option{Value: ui.Number(t.ID), Label: f.T("transaction.on", "type", f.T("transaction_type."+t.Type), "day", f.Date(t.OccurredAt))})
	}
	return options
}
