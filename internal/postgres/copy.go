package postgres

import (
	"context"

	"vitrine/internal/catalog"
)

const copyColumns = `c.id, c.item_id, c.identifier, c.location_id, c.status, c.quantity, c.acquired_at, c.disposed_at, c.note, c.created_at, c.updated_at`

// copiesInTree finds the copies at a place and below it.
var copiesInTree = filter{query: `
	with recursive tree as (
		select id from locations where account_id = $1 and id = {1}
		union
		select l.id from tree cross join lateral (select id from locations where account_id = $1 and parent_id = tree.id offset 0) l
	) select c.id from tree cross join lateral (select id from copies where account_id = $1 and location_id = tree.id offset 0) c`}

// copiesWithWord finds copies by the beginning of a word in their own texts, or in those of their item.
var copiesWithWord = filter{
	query: `
		select copy_id from copy_words where account_id = $1 and word >= {1} and word < {2}
		union all
		select c.id from item_words w cross join lateral (select id from copies where account_id = $1 and item_id = w.item_id offset 0) c
		where w.account_id = $1 and w.word >= {1} and w.word < {2}`,
	test: `(c.search @@ (select {3}::text::tsquery)
		or exists (select from items where account_id = $1 and id = c.item_id and search @@ (select {3}::text::tsquery) offset 0))`,
	frequent: `exists (select from copy_words where account_id = $1 and word = {1} limit 1 offset 10000)`,
}

// Copies lists copies across the account, or those of one item.
func (r Reader) Copies(ctx context.Context, f catalog.CopyFilter, p catalog.Paging) (catalog.Page[catalog.Copy], error) {
	r = r.narrowed()
	c := from(r, `copies`, `c`)
	l := list{columns: copyColumns, order: byID(`c.`)}
	if f.Everything() && r.only == nil {
		l.total = "copies"
	}
	if f.ItemID != nil {
		r, l.parent = r.inItem(*f.ItemID), ofItem
		c.and(`c.item_id = ?`, *f.ItemID)
	}
	if f.Status != "" {
		c.and(`c.status = ?`, f.Status)
	}
	switch {
	case f.LocationID != nil && f.Nested:
		c.among(copiesInTree, *f.LocationID)
	case f.LocationID != nil:
		c.and(`c.location_id = ?`, *f.LocationID)
	}
	if f.CollectionID != nil {
		c.and(`c.item_id in (select id from items where account_id = $1 and collection_id = ?)`, *f.CollectionID)
	}
	if r.only != nil {
		c.and(`c.item_id in (select id from items where account_id = $1 and collection_id = any(?))`, r.only)
	}
	c.search(f.Search, copiesWithWord)
	l.capped = f.Narrow()
	c.fill(&l)
	return page[catalog.Copy](ctx, r, p, l)
}

func (r Reader) Copy(ctx context.Context, id int64) (catalog.Copy, error) {
	return one[catalog.Copy](ctx, r.inCopy(id), `select `+copyColumns+` from copies c where c.account_id = $1 and c.id = $2`, r.account, id)
}

func (r Reader) CopyOf(ctx context.Context, item, id int64) (catalog.Copy, error) {
	return one[catalog.Copy](ctx, r.inItem(item), `
		select `+copyColumns+` from copies c where c.account_id = $1 and c.item_id = $2 and c.id = $3`, r.account, item, id)
}

// identified is the entry of a change to a copy.
const identified = `jsonb_build_object('identifier', identifier)`

func (w Writer) CreateCopy(ctx context.Context, item int64, in catalog.CopyInput) (catalog.Copy, error) {
	return apply[catalog.Copy](ctx, w.inItem(item), identified, `
		insert into copies as c (account_id, item_id, identifier, location_id, status, quantity, acquired_at, disposed_at, note, search)
		select account_id, id, $3, $4, $5, $6, $7, $8, $9, array_to_tsvector($10::text[]) from items where account_id = $1 and id = $2
		returning `+copyColumns,
		w.account, item, in.Identifier, in.LocationID, in.Status, in.Quantity, in.AcquiredAt, in.DisposedAt, in.Note, w.marked(catalog.Words(in.Texts()...)))
}

func (w Writer) UpdateCopy(ctx context.Context, item, id int64, in catalog.CopyInput) (catalog.Copy, error) {
	return apply[catalog.Copy](ctx, w.inItem(item), identified, `
		update copies c set identifier = $4, location_id = $5, status = $6, quantity = $7, acquired_at = $8, disposed_at = $9, note = $10,
			search = array_to_tsvector($11::text[]), updated_at = now()
		where account_id = $1 and item_id = $2 and id = $3 returning `+copyColumns,
		w.account, item, id, in.Identifier, in.LocationID, in.Status, in.Quantity, in.AcquiredAt, in.DisposedAt, in.Note, w.marked(catalog.Words(in.Texts()...)))
}

// DeleteCopy deletes a copy with its insurance records.
func (w Writer) DeleteCopy(ctx context.Context, item, id int64) error {
	return erase(ctx, w.inItem(item), identified, `
		delete from copies where account_id = $1 and item_id = $2 and id = $3 returning identifier`, w.account, item, id)
}
