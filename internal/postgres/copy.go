package postgres

import (
	"context"

	"vitrine/internal/catalog"
)

var copies = kept[catalog.Copy]{
	table:   table{`copies`, `c`},
	columns: `c.id, c.item_id, c.identifier, c.location_id, c.status, c.quantity, c.acquired_at, c.disposed_at, c.note, c.created_at, c.updated_at`,
	owner:   owner{`item_id`, `items`},
	order:   sorting{{sql: `c.id`}},
	total:   "copies",
	entry:   entry{`identifier`},
}

// copiesInTree finds the copies at a location and below it.
func copiesInTree(location string) filter {
	return filter{query: `
		with recursive tree as (
			select id from locations where account_id = $1 and id = ` + location + `
			union
			select l.id from tree cross join lateral (select id from locations where account_id = $1 and parent_id = tree.id offset 0) l
		) select c.id from tree cross join lateral (select id from copies where account_id = $1 and location_id = tree.id offset 0) c`}
}

// copiesWithWord finds copies by the beginning of a word in their own texts or in
// those of their item.
func copiesWithWord(first, last, query string) filter {
	return filter{
		query: `
			select copy_id from copy_words where account_id = $1 and word >= ` + first + ` and word < ` + last + `
			union all
			select c.id from item_words w cross join lateral (select id from copies where account_id = $1 and item_id = w.item_id offset 0) c
			where w.account_id = $1 and w.word >= ` + first + ` and w.word < ` + last,
		test: `(c.search @@ (select ` + query + `::text::tsquery)
			or exists (select from items where account_id = $1 and id = c.item_id and search @@ (select ` + query + `::text::tsquery) offset 0))`,
		frequent: `exists (select from copy_words where account_id = $1 and word = ` + first + ` limit 1 offset 10000)`,
	}
}

// Copies lists copies across the account, or those of one item.
func (r Reader) Copies(ctx context.Context, f catalog.CopyFilter, p catalog.Paging) (catalog.Page[catalog.Copy], error) {
	l, r := copies.list(r), r.narrowed()
	if f.ItemID != nil {
		l, r = copies.list(r, *f.ItemID), r.inItem(*f.ItemID)
	}
	if f.Status != "" {
		l.and(`c.status = ` + l.arg(f.Status))
	}
	switch {
	case f.LocationID != nil && f.Nested:
		l.among(copiesInTree(l.arg(*f.LocationID)))
	case f.LocationID != nil:
		l.and(`c.location_id = ` + l.arg(*f.LocationID))
	case f.Nowhere:
		l.and(`c.location_id is null`)
	}
	if f.CollectionID != nil {
		l.and(`c.item_id in (select id from items where account_id = $1 and collection_id = ` + l.arg(*f.CollectionID) + `)`)
	}
	if r.only != nil {
		l.and(`c.item_id in (select id from items where account_id = $1 and collection_id = any(` + l.arg(r.only) + `))`)
	}
	l.search(f.Search, copiesWithWord)
	if !f.Everything() || r.only != nil {
		l.total = ""
	}
	l.capped = f.Narrow()
	return page[catalog.Copy](ctx, r, p, l)
}

// CopyItems are the items of copies that the caller sees, with what a list of copies
// shows of them.
func (r Reader) CopyItems(ctx context.Context, items []int64) ([]catalog.CopyItem, error) {
	return all[catalog.CopyItem](ctx, r.narrowed(), `
		select i.id, i.name, c.name as collection, c.emoji, p.id as photo_id from unnest($2::bigint[]) asked (id)
		cross join lateral (select id, name, collection_id from items where account_id = $1 and id = asked.id offset 0) i
		cross join lateral (select name, emoji from collections where account_id = $1 and id = i.collection_id offset 0) c
		left join lateral (select id from photos where account_id = $1 and item_id = i.id and is_main offset 0) p on true
		where $3::bigint[] is null or i.collection_id = any($3)`, r.account, items, r.only)
}

func (r Reader) Copy(ctx context.Context, id int64) (catalog.Copy, error) {
	return copies.one(ctx, r.inCopy(id), id)
}

func (r Reader) CopyOf(ctx context.Context, item, id int64) (catalog.Copy, error) {
	return copies.one(ctx, r.inItem(item), item, id)
}

func (w Writer) CreateCopy(ctx context.Context, item int64, in catalog.CopyInput) (catalog.Copy, error) {
	return copies.write(ctx, w.inItem(item), `
		insert into copies as c (account_id, item_id, identifier, location_id, status, quantity, acquired_at, disposed_at, note, search)
		select account_id, id, $3, $4, $5, $6, $7, $8, $9, array_to_tsvector($10::text[]) from items where account_id = $1 and id = $2`,
		item, in.Identifier, in.LocationID, in.Status, in.Quantity, in.AcquiredAt, in.DisposedAt, in.Note, w.marked(catalog.Words(in.Texts()...)))
}

func (w Writer) UpdateCopy(ctx context.Context, item, id int64, in catalog.CopyInput) (catalog.Copy, error) {
	return copies.write(ctx, w.inItem(item), `
		update copies c set identifier = $4, location_id = $5, status = $6, quantity = $7, acquired_at = $8, disposed_at = $9, note = $10,
			search = array_to_tsvector($11::text[]), updated_at = now()
		where account_id = $1 and item_id = $2 and id = $3`,
		item, id, in.Identifier, in.LocationID, in.Status, in.Quantity, in.AcquiredAt, in.DisposedAt, in.Note, w.marked(catalog.Words(in.Texts()...)))
}

// DeleteCopy deletes a copy with its insurance records.
func (w Writer) DeleteCopy(ctx context.Context, item, id int64) error {
	return copies.delete(ctx, w.inItem(item), item, id)
}
