package exchange

import (
	"context"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/importing"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/postgres/ledger"
)

// meant is an item that rows may refer to, and by what.
type meant struct {
	Said   string
	ItemID int64
}

// Find reads the existing objects that some rows may refer to. With lock, others wait to change them.
func (w *ImportWork) Find(ctx context.Context, l importing.Lookup, lock bool) (*importing.Found, error) {
	f := &importing.Found{Items: map[int64]*importing.Item{}, ByUUID: map[string]int64{}, ByKey: map[string][]int64{}, ByName: map[string][]int64{}, ByValue: map[string][]int64{},
		CopyItem: map[string]int64{}, KeyItem: map[string][]int64{}, Trashed: map[string]string{}}
	var ids []int64
	look := func(sql string, asked []string, note func(meant), args ...any) error {
		if len(asked) == 0 {
			return nil
		}
		found, err := engine.All[meant](ctx, w.Reader, sql, append([]any{w.AccountID, asked}, args...)...)
		for _, m := range found {
			ids = append(ids, m.ItemID)
			note(m)
		}
		return err
	}
	key := `select key as said, item_id from import_keys where account_id = $1 and key = any($2) and collection_id = any($3) and source = $4 and copy_id `
	for _, step := range []error{
		look(`select uuid::text as said, id as item_id from items where account_id = $1 and uuid = any($2::uuid[])`, l.ItemUUIDs, func(m meant) { f.ByUUID[m.Said] = m.ItemID }),
		look(`select uuid::text as said, item_id from copies where account_id = $1 and uuid = any($2::uuid[])`, l.CopyUUIDs, func(m meant) { f.CopyItem[m.Said] = m.ItemID }),
		look(key+`is null`, l.ItemKeys, func(m meant) { f.ByKey[m.Said] = append(f.ByKey[m.Said], m.ItemID) }, l.Collections, l.Source),
		look(key+`is not null`, l.CopyKeys, func(m meant) { f.KeyItem[m.Said] = append(f.KeyItem[m.Said], m.ItemID) }, l.Collections, l.Source),
		look(`select sort_name as said, id as item_id from items where account_id = $1 and sort_name = any($2) and collection_id = any($3)`, l.Names,
			func(m meant) { f.ByName[m.Said] = append(f.ByName[m.Said], m.ItemID) }, l.Collections),
		look(`select asked.value as said, v.item_id from (select distinct unnest($2::text[]) as value) asked cross join lateral (
				select item_id from item_values where account_id = $1 and custom_field_id = $3 and value_hash = jsonb_hash_extended(asked.value::jsonb, 0) and value = asked.value::jsonb offset 0) v
			cross join lateral (select from items where account_id = $1 and id = v.item_id and collection_id = any($4) offset 0) i`, l.Values,
			func(m meant) { f.ByValue[m.Said] = append(f.ByValue[m.Said], m.ItemID) }, l.FieldID, l.Collections),
		findTrashed(ctx, w, f, l),
	} {
		if step != nil {
			return nil, step
		}
	}
	if len(ids) == 0 {
		return f, nil
	}
	return f, readFound(ctx, w, f, ids, l, lock)
}

// findTrashed finds uuids that are in the trash.
func findTrashed(ctx context.Context, w *ImportWork, f *importing.Found, l importing.Lookup) error {
	for relation, uuids := range map[string][]string{`items`: l.ItemUUIDs, `copies`: l.CopyUUIDs, `collections`: l.CollectionUUIDs} {
		if len(uuids) == 0 {
			continue
		}
		found, err := engine.All[struct {
			UUID    string
			EntryID int64
		}](ctx, w.Reader, `select content ->> 'uuid' as uuid, entry_id from trash_rows where account_id = $1 and relation = $2 and content ->> 'uuid' = any($3)`, w.AccountID, relation, uuids)
		if err != nil {
			return err
		}
		for _, t := range found {
			f.Trashed[t.UUID] = strconv.FormatInt(t.EntryID, 10)
		}
	}
	return nil
}

// readFound reads items with their copies and the records that rows show.
func readFound(ctx context.Context, w *ImportWork, f *importing.Found, ids []int64, l importing.Lookup, lock bool) error {
	if lock {
		for _, sql := range []string{`select from copies where account_id = $1 and item_id = any($2) order by id for update`,
			`select from items where account_id = $1 and id = any($2) order by id for update`} {
			if err := w.run(ctx, sql, w.AccountID, ids); err != nil {
				return err
			}
		}
	}
	items, err := engine.All[catalog.Item](ctx, w.Reader, inventory.ItemTable.Query(`i.account_id = $1 and i.id = any($2)`), w.AccountID, ids)
	if err != nil {
		return err
	}
	for _, i := range items {
		f.Items[i.ID] = &importing.Item{Item: i, Photos: map[string]bool{}}
	}
	made, err := engine.All[struct{ ItemID int64 }](ctx, w.Reader, `select item_id from import_rows where account_id = $1 and item_id = any($2) and import_id = $3 and item_made`, w.AccountID, ids, w.Import.ID)
	if err != nil {
		return err
	}
	for _, m := range made {
		if item := f.Items[m.ItemID]; item != nil { // it may be in the trash
			item.Made = true
		}
	}
	pictures, err := engine.All[struct {
		ItemID int64
		SHA256 string
	}](ctx, w.Reader, `select item_id, encode(sha256, 'hex') as sha256 from photos where account_id = $1 and item_id = any($2)`, w.AccountID, ids)
	if err != nil {
		return err
	}
	for _, p := range pictures {
		f.Items[p.ItemID].Photos[p.SHA256] = true
	}
	found, err := engine.All[catalog.Copy](ctx, w.Reader, inventory.CopyTable.Query(`c.account_id = $1 and c.item_id = any($2) order by c.id`), w.AccountID, ids)
	if err != nil || len(found) == 0 {
		return err
	}
	byID := map[int64]*importing.Copy{}
	held := make([]int64, len(found))
	for n, c := range found {
		made := &importing.Copy{Copy: c}
		byID[c.ID], held[n] = made, c.ID
		f.Items[c.ItemID].Copies = append(f.Items[c.ItemID].Copies, made)
	}
	return readRecords(ctx, w, byID, held, l)
}

// readRecords reads the records of copies, and those this import made.
func readRecords(ctx context.Context, w *ImportWork, of map[int64]*importing.Copy, ids []int64, l importing.Lookup) error {
	purchases, err := engine.All[catalog.Transaction](ctx, w.Reader, `
		select distinct on (copy_id) `+ledger.TransactionTable.Columns()+` from transactions where account_id = $1 and copy_id = any($2) and type = 'purchase' order by copy_id, occurred_at, id`, w.AccountID, ids)
	if err != nil {
		return err
	}
	for _, p := range purchases {
		of[p.CopyID].Purchase = &p
	}
	values, err := engine.All[catalog.Valuation](ctx, w.Reader, `
		select distinct on (copy_id) `+ledger.ValuationTable.Columns()+` from valuations where account_id = $1 and copy_id = any($2) order by copy_id, valued_at desc, id desc`, w.AccountID, ids)
	if err != nil {
		return err
	}
	for _, v := range values {
		of[v.CopyID].Valuation = &v
	}
	records, err := engine.All[catalog.InsuranceRecord](ctx, w.Reader, ledger.InsuranceRecordTable.Query(`account_id = $1 and copy_id = any($2) and status = 'active' order by id`), w.AccountID, ids)
	if err != nil {
		return err
	}
	for _, r := range records {
		of[r.CopyID].Insurance = append(of[r.CopyID].Insurance, r)
	}
	keys, err := engine.All[struct {
		CopyID int64
		Key    string
	}](ctx, w.Reader, `select copy_id, key from import_keys where account_id = $1 and copy_id = any($2) and collection_id = any($3) and source = $4`, w.AccountID, ids, l.Collections, l.Source)
	if err != nil {
		return err
	}
	for _, k := range keys {
		of[k.CopyID].Key = k.Key
	}
	claims, err := engine.All[struct {
		CopyID int64
		Made   bool
	}](ctx, w.Reader, `select copy_id, bool_or(copy_made) as made from import_rows where account_id = $1 and copy_id = any($2) and import_id = $3 group by copy_id`, w.AccountID, ids, w.Import.ID)
	for _, c := range claims {
		of[c.CopyID].Claimed, of[c.CopyID].Made = true, c.Made
	}
	return err
}
