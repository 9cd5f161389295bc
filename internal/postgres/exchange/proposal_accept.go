package exchange

import (
	"context"

	"vitrine/internal/identity"
	"vitrine/internal/importing"
	"vitrine/internal/postgres/internal/engine"
)

// Looking is work on no import: it only reads.
func Looking(r engine.Reader) *ImportWork {
	return &ImportWork{Scope: engine.Scope{Access: r.Access()}, Reader: engine.AccountWide(r)}
}

// ProposalFor is an empty proposal for an item, or for the item of a copy, that the caller sees.
func ProposalFor(ctx context.Context, r engine.Reader, item, of *int64) (importing.Proposal, error) {
	found, err := engine.One[struct {
		CollectionID, ItemID int64
		ItemUUID, Name       string
		CopyUUID             *string
	}](ctx, engine.Narrowed(r), `
		select i.collection_id, i.id as item_id, i.uuid::text as item_uuid, i.name, (select uuid::text from copies where account_id = $1 and id = $3) as copy_uuid
		from items i where i.account_id = $1 and i.id = case when $3::bigint is null then $2 else (select item_id from copies where account_id = $1 and id = $3) end and ($2::bigint is null or i.id = $2)
			and ($4::bigint[] is null or i.collection_id = any($4))`, r.AccountID(), item, of, r.CollectionIDs())
	return importing.Proposal{Kind: importing.ToUpdate, CollectionID: found.CollectionID, ItemID: &found.ItemID, ItemUUID: &found.ItemUUID, CopyID: of, CopyUUID: found.CopyUUID, Title: found.Name}, err
}

// OnProposal works on an open proposal in one transaction. Others who would decide it wait.
func OnProposal(ctx context.Context, s engine.Scope, id int64, fn func(*ImportWork, importing.Proposal) error) error {
	return s.InTurn(ctx, identity.Edit, func(s engine.Scope) error {
		w := &ImportWork{Scope: s, Reader: engine.AccountWide(engine.ReaderOf(s, identity.Edit))}
		if err := w.run(ctx, `select from proposals where account_id = $1 and id = $2 for update`, w.AccountID, id); err != nil {
			return err
		}
		if err := w.run(ctx, `
			update proposals p set collection_id = i.collection_id from items i
			where p.account_id = $1 and p.id = $2 and p.state = 'open' and i.account_id = $1 and i.id = p.item_id and p.collection_id <> i.collection_id`, w.AccountID, id); err != nil { // it has moved
			return err
		}
		p, err := Proposal(ctx, w.Reader, id)
		if err == nil && p.State != importing.OpenProposal {
			err = importing.ErrDecided
		}
		if err != nil {
			return err
		}
		return fn(w, p)
	})
}

// BeginAccepted makes the import that the accepted changes of a proposal are. It is applied, waits for
// no other, and can be reverted.
func BeginAccepted(ctx context.Context, w engine.Writer, p importing.Proposal, headers []importing.Header, m importing.Mapping) (importing.Import, error) {
	engine.Unchanged(w.Edit)
	end := &ImportEnd{AccountID: w.AccountID()}
	w.Enqueue(end)
	return engine.WrittenFor(ctx, w.Edit, func(done importing.Import) { end.ImportID = done.ID }, `
		with made as (
			insert into imports (account_id, user_id, user_name, locale, name, sha256, size, format, source, state, collection_id, columns, mapping, began_at, revertible_until)
			select $1, $2, current_setting('app.user_name'), u.locale, $3, sha256(''), 0, $4, $4, 'applied', $5, $6, $7, now(), now() + make_interval(days => $8)
			from users u where u.account_id = $1 and u.id = $2 returning `+imports.Columns+`
		), marked as (select set_config('app.import_id', (select id::text from made), true))
		select made.* from made, marked`, w.AccountID(), w.UserID(), p.Title, importing.FromProposals, p.CollectionID, encoded(headers), encoded(m), importing.RevertibleDays)
}

// Decide notes which changes of a proposal the import has written, by what they say now, and what becomes
// of the others.
func (w *ImportWork) Decide(ctx context.Context, p importing.Proposal, taken []importing.ProposedChange, done Outcome, c importing.Choice) error {
	ids, values := make([]int64, len(taken)), make([]string, len(taken))
	for i, change := range taken {
		ids[i], values[i] = change.ID, change.To
	}
	if err := w.run(ctx, `
		update proposal_changes c set state = 'accepted', import_id = $5, value = t.value, taken_at = now(), taken_by = current_setting('app.user_name')
		from unnest($3::bigint[], $4::text[]) t (id, value) where c.account_id = $1 and c.proposal_id = $2 and c.id = t.id and c.state = 'open'`, w.AccountID, p.ID, ids, values, w.Import.ID); err != nil {
		return err
	}
	if c.RefuseRest {
		if err := w.run(ctx, `update proposal_changes set state = 'refused' where account_id = $1 and proposal_id = $2 and state = 'open'`, w.AccountID, p.ID); err != nil {
			return err
		}
	}
	return w.run(ctx, `
		update proposals set import_id = $3, item_id = coalesce($4, item_id), copy_id = coalesce($5, copy_id), reason = coalesce($6, reason), updated_at = now(),
			state = case when open.left then 'open' else 'accepted' end, decided_at = case when not open.left then now() end,
			decided_by_name = case when not open.left then current_setting('app.user_name') end
		from (select exists (select from proposal_changes where account_id = $1 and proposal_id = $2 and state = 'open') as left) open
		where account_id = $1 and id = $2`, w.AccountID, p.ID, w.Import.ID, done.ItemID, done.CopyID, c.Reason)
}

// Reopen makes the changes that the import wrote wait again, after it was taken back.
func (w *ImportWork) Reopen(ctx context.Context) error {
	if err := w.run(ctx, `
		update proposals p set state = 'open', decided_at = null, decided_by_name = null, updated_at = now(),
			item_id = case when kind = 'update' then item_id end, copy_id = case when kind = 'update' then copy_id end
		where account_id = $1 and id in (select proposal_id from proposal_changes where account_id = $1 and import_id = $2)`, w.AccountID, w.Import.ID); err != nil {
		return err
	}
	return w.run(ctx, `update proposal_changes set state = 'open', import_id = null, taken_at = null, taken_by = null where account_id = $1 and import_id = $2`, w.AccountID, w.Import.ID)
}

// DeleteProposal deletes an open proposal: one's own, or any for those who edit.
func DeleteProposal(ctx context.Context, w engine.Proposer, id int64) error {
	return engine.Erase(ctx, engine.ForCaller(w.Edit), proposals.Note(), `
		delete from proposals p where account_id = $1 and id = $2 and state = 'open' and `+proposedIn(`$3`)+`
			and (made_by = $4 or exists (select from users where account_id = $1 and id = $4 and role <> 'viewer'))
		returning id, collection_id, item_id, copy_id, title`, w.AccountID(), id, w.CollectionIDs(), w.UserID())
}

// Taken are the changes of items that were accepted, for each field the last.
func Taken(ctx context.Context, r engine.Reader, items []int64) ([]importing.TakenChange, error) {
	return engine.All[importing.TakenChange](ctx, engine.Narrowed(r), `
		select distinct on (p.item_id, c.field) p.item_id, p.collection_id, c.field, c.value, c.url, p.origin, p.made_by_name, p.key_name, c.taken_at, c.taken_by
		from unnest($2::bigint[]) asked (id) cross join lateral (
			select * from proposals where account_id = $1 and item_id = asked.id and ($3::bigint[] is null or collection_id = any($3)) offset 0) p
		join proposal_changes c on c.account_id = $1 and c.proposal_id = p.id and c.state = 'accepted' order by p.item_id, c.field, c.taken_at desc, c.id desc`, r.AccountID(), items, r.CollectionIDs())
}
