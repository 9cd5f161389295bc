package postgres

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

var provenanceEvents = recordsOf(`provenance_event`, resource[catalog.ProvenanceEvent]{
	table: table{name: `provenance_events`},
	columns: `id, uuid::text, copy_id, type, title, description, occurred_at, occurred_at_precision, location, from_party, to_party, reference_number, source_url,
		is_verified, verification_note, transaction_id, created_at, updated_at`,
	order: sorting{{sql: `occurred_at`, kind: day, nulls: "first"}, {sql: `id`}},
	entry: entry{`title`, `type`},
	audited: audited{`type`, `title`, `description`, `occurred_at`, `occurred_at_precision`, `location`, `from_party`, `to_party`, `reference_number`, `source_url`,
		`is_verified`, `verification_note`, `transaction_id`},
})

// unlinked is an event that does not belong to maintenance or a loan.
const unlinked = ` and maintenance_record_id is null and loan_id is null and returned_loan_id is null`

func (r Reader) ProvenanceEvents(ctx context.Context, copyID int64, p catalog.Paging) (catalog.Page[catalog.ProvenanceEvent], error) {
	return provenanceEvents.page(ctx, inCopy(r, copyID), p, copyID)
}

func (r Reader) ProvenanceEvent(ctx context.Context, copyID, id int64) (catalog.ProvenanceEvent, error) {
	return provenanceEvents.one(ctx, inCopy(r, copyID), copyID, id)
}

func (w Writer) CreateProvenanceEvent(ctx context.Context, copyID int64, in catalog.ProvenanceEventInput) (catalog.ProvenanceEvent, error) {
	return provenanceEvents.createRecord(ctx, w.change, copyID, `
		insert into provenance_events (account_id, copy_id, type, title, description, occurred_at, occurred_at_precision, location, from_party, to_party,
			reference_number, source_url, is_verified, verification_note, transaction_id)
		select account_id, id, @type, @title, @description, @occurred_at, @occurred_at_precision, @location, @from_party, @to_party, @reference_number,
			@source_url, coalesce(@is_verified, false), @verification_note, @transaction_id from copies where account_id = $1 and id = $2`, provenanceArgs(in))
}

// UpdateProvenanceEvent writes an event, unless it follows maintenance or a loan.
func (w Writer) UpdateProvenanceEvent(ctx context.Context, copyID, id int64, in catalog.ProvenanceEventInput) (catalog.ProvenanceEvent, error) {
	done, err := provenanceEvents.updateRecord(ctx, w.change, copyID, id, `
		update provenance_events set type = @type, title = @title, description = @description, occurred_at = @occurred_at,
			occurred_at_precision = @occurred_at_precision, location = @location, from_party = @from_party,
			to_party = @to_party, reference_number = @reference_number, source_url = @source_url, is_verified = coalesce(@is_verified, false),
				verification_note = @verification_note, transaction_id = @transaction_id, updated_at = now()
		where account_id = $1 and copy_id = $2 and id = $3`+unlinked, provenanceArgs(in))
	return done, w.orLinked(ctx, copyID, id, err)
}

func (w Writer) DeleteProvenanceEvent(ctx context.Context, copyID, id int64) error {
	return w.orLinked(ctx, copyID, id, provenanceEvents.discardRecord(ctx, w.change, copyID, id, unlinked))
}

// orLinked tells why nothing was written: there is no such event, or it follows
// something else.
func (w Writer) orLinked(ctx context.Context, copyID, id int64, err error) error {
	if errors.Is(err, fault.ErrNotFound) {
		if _, missing := w.ProvenanceEvent(ctx, copyID, id); missing == nil {
			return fault.On("provenance_event", "The event belongs to a loan or to maintenance. Change it there.")
		}
	}
	return err
}

// provenanceArgs are the arguments that making and updating an event share.
func provenanceArgs(in catalog.ProvenanceEventInput) params {
	return params{
		"type": in.Type, "title": in.Title, "description": in.Description, "occurred_at": in.OccurredAt,
		"occurred_at_precision": in.OccurredAtPrecision, "location": in.Location, "from_party": in.FromParty, "to_party": in.ToParty,
		"reference_number": in.ReferenceNumber, "source_url": in.SourceURL, "is_verified": in.IsVerified,
		"verification_note": in.VerificationNote, "transaction_id": in.TransactionID,
	}
}
