package ledger

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres/internal/engine"
)

var provenanceEvents = recordsOf(`provenance_event`, engine.Resource[catalog.ProvenanceEvent]{
	Table: engine.Table{Name: `provenance_events`},
	Columns: `id, uuid::text, copy_id, type, title, description, occurred_at, occurred_at_precision, location, from_party, to_party, reference_number, source_url,
		is_verified, verification_note, transaction_id, created_at, updated_at`,
	Order: engine.Sorting{{SQL: `occurred_at`, Kind: engine.Day, Nulls: "first"}, {SQL: `id`}},
	Entry: engine.Entry{`title`, `type`},
	Audited: engine.Audited{`type`, `title`, `description`, `occurred_at`, `occurred_at_precision`, `location`, `from_party`, `to_party`, `reference_number`, `source_url`,
		`is_verified`, `verification_note`, `transaction_id`},
})

// unlinked is an event that does not belong to maintenance or a loan.
const unlinked = ` and maintenance_record_id is null and loan_id is null and returned_loan_id is null`

func ProvenanceEvents(ctx context.Context, r engine.Reader, copyID int64, p catalog.Paging) (catalog.Page[catalog.ProvenanceEvent], error) {
	return provenanceEvents.Page(ctx, engine.InCopy(r, copyID), p, copyID)
}

func ProvenanceEvent(ctx context.Context, r engine.Reader, copyID, id int64) (catalog.ProvenanceEvent, error) {
	return provenanceEvents.One(ctx, engine.InCopy(r, copyID), copyID, id)
}

func CreateProvenanceEvent(ctx context.Context, w engine.Writer, copyID int64, in catalog.ProvenanceEventInput) (catalog.ProvenanceEvent, error) {
	return createRecord(ctx, provenanceEvents, w.Edit, copyID, `
		insert into provenance_events (account_id, copy_id, type, title, description, occurred_at, occurred_at_precision, location, from_party, to_party,
			reference_number, source_url, is_verified, verification_note, transaction_id)
		select account_id, id, @type, @title, @description, @occurred_at, @occurred_at_precision, @location, @from_party, @to_party, @reference_number,
			@source_url, coalesce(@is_verified, false), @verification_note, @transaction_id from copies where account_id = $1 and id = $2`, provenanceArgs(in))
}

// UpdateProvenanceEvent writes an event, unless it belongs to maintenance or a loan.
func UpdateProvenanceEvent(ctx context.Context, w engine.Writer, copyID, id int64, in catalog.ProvenanceEventInput) (catalog.ProvenanceEvent, error) {
	done, err := updateRecord(ctx, provenanceEvents, w.Edit, copyID, id, `
		update provenance_events set type = @type, title = @title, description = @description, occurred_at = @occurred_at,
			occurred_at_precision = @occurred_at_precision, location = @location, from_party = @from_party,
			to_party = @to_party, reference_number = @reference_number, source_url = @source_url, is_verified = coalesce(@is_verified, false),
				verification_note = @verification_note, transaction_id = @transaction_id, updated_at = now()
		where account_id = $1 and copy_id = $2 and id = $3`+unlinked, provenanceArgs(in))
	return done, orLinked(ctx, w, copyID, id, err)
}

func DeleteProvenanceEvent(ctx context.Context, w engine.Writer, copyID, id int64) error {
	return orLinked(ctx, w, copyID, id, discardRecord(ctx, provenanceEvents, w.Edit, copyID, id, unlinked))
}

// orLinked explains why nothing was written: the event is missing, or belongs to another record.
func orLinked(ctx context.Context, w engine.Writer, copyID, id int64, err error) error {
	if errors.Is(err, fault.ErrNotFound) {
		if _, missing := ProvenanceEvent(ctx, w.Reader, copyID, id); missing == nil {
			return fault.On("provenance_event", "The event belongs to a loan or to maintenance. Change it there.")
		}
	}
	return err
}

// provenanceArgs are the arguments of an insert or update.
func provenanceArgs(in catalog.ProvenanceEventInput) engine.Params {
	return engine.Params{
		"type": in.Type, "title": in.Title, "description": in.Description, "occurred_at": in.OccurredAt,
		"occurred_at_precision": in.OccurredAtPrecision, "location": in.Location, "from_party": in.FromParty, "to_party": in.ToParty,
		"reference_number": in.ReferenceNumber, "source_url": in.SourceURL, "is_verified": in.IsVerified,
		"verification_note": in.VerificationNote, "transaction_id": in.TransactionID,
	}
}
