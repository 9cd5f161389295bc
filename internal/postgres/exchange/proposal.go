package exchange

import (
	"cmp"
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/importing"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

var proposals = engine.Resource[importing.Proposal]{
	Table: engine.Table{Name: `proposals`, Alias: `p`},
	Columns: `p.id, p.uuid::text, p.kind, p.origin, ` + proposalState + ` as state, p.collection_id, p.item_id, p.copy_id, p.title, p.message, p.reason, p.made_by, p.made_by_name, p.key_name,
		p.expires_at, p.decided_at, p.decided_by_name, p.import_id, p.created_at, p.updated_at,
		(select uuid::text from items where account_id = $1 and id = p.item_id) as item_uuid, (select name from items where account_id = $1 and id = p.item_id) as item_name,
		(select uuid::text from copies where account_id = $1 and id = p.copy_id) as copy_uuid, (select name from collections where account_id = $1 and id = p.collection_id) as collection_name,
		(select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'field', c.field, 'was', c.was, 'value', c.value, 'url', c.url, 'confidence', c.confidence, 'state', c.state) order by c.id), '[]')
			from proposal_changes c where c.account_id = $1 and c.proposal_id = p.id) as changes`,
	Order: engine.Sorting{{SQL: `p.id`, Down: true}},
	Entry: engine.Entry{`title`},
	Trace: engine.Trace{Object: `proposal`, Collection: `collection_id`, Item: `item_id`, Copy: `copy_id`, Columns: `collection_id, item_id, copy_id`},
}

// proposalState is the state as it is shown: what waits too long expires.
const proposalState = `case when p.state = 'open' and p.expires_at <= now() then 'expired' else p.state end`

// Proposals lists proposals, the newest first.
func Proposals(ctx context.Context, r engine.Reader, f importing.ProposalFilter, p catalog.Paging) (catalog.Page[importing.Proposal], error) {
	l := proposals.List(r)
	stored := f.State
	if f.State == importing.ExpiredProposal {
		stored = importing.OpenProposal
	}
	l.And(`p.state = ` + l.Arg(stored))
	switch f.State {
	case importing.OpenProposal:
		l.And(`p.expires_at > now()`)
	case importing.ExpiredProposal:
		l.And(`p.expires_at <= now()`)
	}
	if f.Origin != "" {
		l.And(`p.origin = ` + l.Arg(f.Origin))
	}
	if f.CollectionID != nil {
		l.And(`p.collection_id = ` + l.Arg(*f.CollectionID))
	}
	if f.ItemID != nil {
		l.And(`p.item_id = ` + l.Arg(*f.ItemID))
	}
	if r.CollectionIDs() != nil {
		l.And(proposedIn(l.Arg(r.CollectionIDs())))
	}
	l.Capped = true
	return engine.Page[importing.Proposal](ctx, engine.Narrowed(r), p, l)
}

// proposedIn narrows proposals to the collections of a key, if it has some. The item may have moved since.
func proposedIn(only string) string {
	return `(` + only + `::bigint[] is null or p.collection_id = any(` + only + `) and coalesce((select collection_id = any(` + only + `) from items where account_id = $1 and id = p.item_id), true))`
}

func Proposal(ctx context.Context, r engine.Reader, id int64) (importing.Proposal, error) {
	return engine.One[importing.Proposal](ctx, engine.Narrowed(r), proposals.Query(`p.account_id = $1 and p.id = $2 and `+proposedIn(`$3`)), r.AccountID(), id, r.CollectionIDs())
}

// noted is the row of a changed proposal, for its log entry.
type noted struct {
	ID, CollectionID int64
	ItemID, CopyID   *int64
	Title            string
}

// CreateProposal keeps a proposal for an item, a copy or a collection that the caller sees. Values that
// the changes meet there were found before.
func CreateProposal(ctx context.Context, w engine.Proposer, in importing.NewProposal, title string, was []string) (importing.Proposal, error) {
	fields, values, urls, sure := make([]string, len(in.Changes)), make([]string, len(in.Changes)), make([]*string, len(in.Changes)), make([]string, len(in.Changes))
	for i, c := range in.Changes {
		fields[i], values[i], urls[i], sure[i] = c.Column, c.To, c.URL, c.Confidence
	}
	sql, args := engine.Params{
		"kind": in.Kind, "collection_id": in.CollectionID, "item_id": in.ItemID, "copy_id": in.CopyID, "title": title, "message": in.Message, "days": importing.ProposalDays,
		"most": importing.MaxOpenProposals, "own": importing.MaxOwnProposals, "fields": fields, "was": was, "values": values, "urls": urls, "sure": sure, "only": w.CollectionIDs(), "key": w.Access().KeyID,
	}.Bind(`
		with made as (
			insert into proposals (account_id, kind, origin, collection_id, item_id, copy_id, title, message, made_by, made_by_name, key_name, expires_at)
			select $1, @kind, case when k.name is null then 'member' else 'key' end, o.id, @item_id, @copy_id, left(@title, 255), @message, $2, current_setting('app.user_name'), k.name,
				now() + make_interval(days => @days)
			from collections o left join api_keys k on k.account_id = $1 and k.id = @key and k.kind = 'key'
			where o.account_id = $1 and o.id = @collection_id and (@only::bigint[] is null or o.id = any(@only))
				and (select count(*) from (select from proposals where account_id = $1 and state = 'open' and expires_at > now() limit @most) open) < @most
				and (select count(*) from (select from proposals where account_id = $1 and made_by = $2 and state = 'open' and expires_at > now() limit @own) open) < @own
			returning id, collection_id, item_id, copy_id, title
		), changed as (select * from made), kept as (
			insert into proposal_changes (account_id, proposal_id, field, was, value, url, confidence)
			select $1, made.id, c.* from made, unnest(@fields::text[], @was::text[], @values::text[], @urls::text[], @sure::text[]) c
		)`, w.AccountID(), w.UserID())
	done, err := engine.ApplySteps[noted](ctx, engine.ForCaller(w.Edit), proposals.Note(), sql, args...)
	if errors.Is(err, fault.ErrNotFound) {
		return importing.Proposal{}, tooManyProposals(ctx, w, *in.CollectionID)
	}
	if err != nil {
		return importing.Proposal{}, err
	}
	return Proposal(ctx, w.Reader, done.ID)
}

// tooManyProposals explains why a proposal was not kept: the collection is not there, or there are too many.
func tooManyProposals(ctx context.Context, w engine.Proposer, collection int64) error {
	if _, err := inventory.Collection(ctx, w.Reader, collection); err != nil {
		return fault.On("collection_id", "The selected collection id is invalid.")
	}
	found, err := engine.One[struct{ Count int64 }](ctx, engine.AccountWide(w.Reader), `
		select count(*) from (select from proposals where account_id = $1 and made_by = $2 and state = 'open' and expires_at > now() limit $3) open`, w.AccountID(), w.UserID(), importing.MaxOwnProposals)
	if err == nil && found.Count >= importing.MaxOwnProposals {
		return fault.On("account", "You have %d open proposals already, which is the most there can be.", importing.MaxOwnProposals)
	}
	return cmp.Or(err, catalog.TooMany("open proposals", importing.MaxOpenProposals))
}

// RefuseProposal refuses what is open of a proposal.
func RefuseProposal(ctx context.Context, w engine.Writer, id int64, in importing.Refusal) (importing.Proposal, error) {
	_, err := engine.ApplySteps[noted](ctx, engine.ForCaller(w.Edit), proposals.Note(), `
		with found as (
			select id, collection_id, item_id, copy_id, title from proposals p where account_id = $1 and id = $2 and state = 'open' and `+proposedIn(`$3`)+` for update
		), refused as (
			update proposal_changes c set state = 'refused' from found where c.account_id = $1 and c.proposal_id = found.id and c.state = 'open'
		), changed as (
			update proposals p set state = 'refused', reason = $4, decided_at = now(), decided_by_name = current_setting('app.user_name'), updated_at = now()
			from found where p.account_id = $1 and p.id = found.id returning p.id, p.collection_id, p.item_id, p.copy_id, p.title
		)`, w.AccountID(), id, w.CollectionIDs(), in.Reason)
	if errors.Is(err, fault.ErrNotFound) {
		err = decided(ctx, w.Reader, id)
	}
	if err != nil {
		return importing.Proposal{}, err
	}
	return Proposal(ctx, w.Reader, id)
}

// decided tells a proposal that was decided from one that is not there.
func decided(ctx context.Context, r engine.Reader, id int64) error {
	if _, err := Proposal(ctx, r, id); err != nil {
		return err
	}
	return importing.ErrDecided
}
