package exchange

import (
	"context"

	"vitrine/internal/importing"
	"vitrine/internal/postgres/internal/engine"
)

// WrittenRow is a row with its results.
type WrittenRow struct {
	Row, Line          int64
	Changes            []importing.Change
	ItemID, CopyID     *int64
	ItemMade, CopyMade bool
	OfMade             bool // the import made its item, in this row or an earlier one
	Undo               importing.Undo
	Touched            bool // others have changed its object since
}

// byOthers is the condition for log entries about the object that do not belong to the import $2.
const byOthers = `l.account_id = $1 and l.import_id is distinct from $2`

// Written are the rows with results before a row, the last first.
func (w *ImportWork) Written(ctx context.Context, before int64, most int) ([]WrittenRow, error) {
	return engine.All[WrittenRow](ctx, w.Reader, `
		select r.row, r.line, r.changes, r.item_id, r.copy_id, r.item_made, r.copy_made, coalesce(r.undo, '{}') as undo, i.made as of_made,
			i.made and exists (select from logs l where `+byOthers+` and l.item_id = r.item_id offset 0)
			or r.copy_made and exists (select from logs l where `+byOthers+` and l.copy_id = r.copy_id offset 0) as touched
		from import_rows r cross join lateral (
			select exists (select from import_rows m where m.account_id = $1 and m.import_id = $2 and m.item_id = r.item_id and m.item_made offset 0) as made
		) i where r.account_id = $1 and r.import_id = $2 and r.row < $3 and r.status = 'done' order by r.row desc limit $4`, w.AccountID, w.Import.ID, before, most)
}

// trashable are the kinds of objects that imports make, by table, with their names in the log.
var trashable = map[string]struct{ table, object, action, where string }{
	"items":       {`items`, `item`, `item_deleted`, `collection_id, id, null::bigint`},
	"copies":      {`copies`, `copy`, `copy_deleted`, `null::bigint, item_id, id`},
	"purchases":   {`transactions`, `transaction`, `transaction_deleted`, `null::bigint, null::bigint, copy_id`},
	"valuations":  {`valuations`, `valuation`, `valuation_deleted`, `null::bigint, null::bigint, copy_id`},
	"insurance":   {`insurance_records`, `insurance_record`, `insurance_record_deleted`, `null::bigint, null::bigint, copy_id`},
	"photos":      {`photos`, `item_photo`, `item_photo_deleted`, `null::bigint, item_id, null::bigint`},
	"locations":   {`locations`, `location`, `location_deleted`, `null::bigint, null::bigint, null::bigint`},
	"categories":  {`categories`, `category`, `category_deleted`, `collection_id, null::bigint, null::bigint`},
	"tags":        {`tags`, `tag`, `tag_deleted`, `null::bigint, null::bigint, null::bigint`},
	"sets":        {`sets`, `set`, `set_deleted`, `collection_id, null::bigint, null::bigint`},
	"policies":    {`policies`, `policy`, `policy_deleted`, `null::bigint, null::bigint, null::bigint`},
	"series":      {`series`, `series`, `series_deleted`, `null::bigint, null::bigint, null::bigint`},
	"conditions":  {`item_conditions`, `item_condition`, `item_condition_deleted`, `null::bigint, null::bigint, null::bigint`},
	"types":       {`collection_types`, `collection_type`, `collection_type_deleted`, `null::bigint, null::bigint, null::bigint`},
	"fields":      {`custom_fields`, `custom_field`, `custom_field_deleted`, `null::bigint, null::bigint, null::bigint`},
	"collections": {`collections`, `collection`, `collection_deleted`, `id, null::bigint, null::bigint`},
}

// trashEntryOfImport creates the trash entry of the import, unless it exists.
func trashEntryOfImport(ctx context.Context, w *ImportWork) (int64, error) {
	made, err := engine.One[struct{ ID int64 }](ctx, w.Reader, `
		with entry as (
			insert into trash_entries (account_id, relation, object_type, object_id, name, name_key, counts, deleted_by_name)
			select $1, 'imports', 'import', id, name, text_key(name), '{}', current_setting('app.user_name') from imports i where account_id = $1 and id = $2
				and not exists (select from trash_entries e where e.account_id = $1 and e.id = i.trash_entry_id) returning id
		), noted as (
			update imports set trash_entry_id = entry.id from entry where account_id = $1 and imports.id = $2
		)
		select coalesce((select id from entry), (select trash_entry_id from imports where account_id = $1 and id = $2)) as id`, w.AccountID, w.Import.ID)
	return made.ID, err
}

// Trash moves objects of the import into its trash entry.
func (w *ImportWork) Trash(ctx context.Context, kind string, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	entry, err := trashEntryOfImport(ctx, w)
	if err != nil {
		return err
	}
	k, ok := trashable[kind]
	if !ok {
		k = trashableLines[kind]
	}
	if err := w.run(ctx, `select add_to_trash($1, $2, '`+k.table+`', $3)`, w.AccountID, entry, ids); err != nil {
		return err
	}
	return w.run(ctx, `
		with gone as (
			delete from `+k.table+` where account_id = $1 and id = any($2)
				and exists (select from trash_rows t where t.account_id = $1 and t.relation = '`+k.table+`' and t.key = `+k.table+`.id::text and t.entry_id = $4) returning *
		), told as (
			select id, to_jsonb(gone) as row, `+k.where+` from gone
		)
		insert into logs (account_id, user_id, user_name, action, parameters, object_type, object_id, collection_id, item_id, copy_id, changes, trash_entry_id)
		select $1, $3, current_setting('app.user_name'), '`+k.action+`', jsonb_build_object('name', coalesce(g.row ->> 'name', g.row ->> 'identifier', g.row ->> 'filename', g.row ->> 'type')), '`+k.object+`', g.id,
			g.collection, g.item, g.copy, '[]', $4
		from told g (id, row, collection, item, copy)`, w.AccountID, ids, w.UserID, entry)
}

// MadeObjects are the objects made on demand, the last first.
func (w *ImportWork) MadeObjects(ctx context.Context) ([]Made, error) {
	found, err := engine.One[struct{ Made []Made }](ctx, w.Reader, `
		select coalesce(jsonb_agg(m order by n desc), '[]') as made from imports i, jsonb_array_elements(i.made) with ordinality m (m, n) where i.account_id = $1 and i.id = $2`, w.AccountID, w.Import.ID)
	return found.Made, err
}

// inUse is the condition that something refers to the object $2.
var inUse = map[string]string{
	"locations":   `exists (select from copies where account_id = $1 and location_id = $2) or exists (select from locations where account_id = $1 and parent_id = $2)`,
	"categories":  `exists (select from items where account_id = $1 and category_id = $2) or exists (select from categories where account_id = $1 and parent_id = $2)`,
	"tags":        `exists (select from item_tags where account_id = $1 and tag_id = $2)`,
	"sets":        `exists (select from items where account_id = $1 and set_id = $2)`,
	"policies":    `false`,
	"series":      `exists (select from items where account_id = $1 and series_id = $2)`,
	"conditions":  `exists (select from copies where account_id = $1 and item_condition_id = $2)`,
	"types":       `exists (select from items where account_id = $1 and collection_type_id = $2) or exists (select from collection_type_links where account_id = $1 and collection_type_id = $2)`,
	"fields":      `exists (select from item_values where account_id = $1 and custom_field_id = $2)`,
	"collections": `exists (select from items where account_id = $1 and collection_id = $2)`,
}

// Unmake deletes an object made on demand, unless it is used or was changed since.
func (w *ImportWork) Unmake(ctx context.Context, m Made) (done bool, err error) {
	if m.Kind == "links" {
		found, err := engine.One[struct{ Gone bool }](ctx, w.Reader, `
			with gone as (
				delete from collection_type_links l where account_id = $1 and collection_id = $2 and collection_type_id = $3
				and not exists (select from items where account_id = $1 and collection_id = $2 and collection_type_id = $3) returning 1
			) select exists (select from gone) as gone`, w.AccountID, m.Of, m.ID)
		return found.Gone, err
	}
	k := trashable[m.Kind]
	found, err := engine.One[struct{ Kept bool }](ctx, w.Reader, `
		select `+inUse[m.Kind]+` or exists (select from logs l where l.account_id = $1 and l.object_type = '`+k.object+`' and l.object_id = $2 and l.import_id is distinct from $3)
			or not exists (select from `+k.table+` where account_id = $1 and id = $2) as kept`, w.AccountID, m.ID, w.Import.ID)
	if err != nil || found.Kept {
		return false, err
	}
	return true, w.Trash(ctx, m.Kind, []int64{m.ID})
}

// SaveReverted stores the results of reverting rows.
func (w *ImportWork) SaveReverted(ctx context.Context, rows []importing.TakenBack) error {
	return w.run(ctx, `
		update import_rows i set status = r.status, issues = i.issues || r.issues
		from jsonb_to_recordset($3) r (row bigint, status text, issues jsonb)
		where i.account_id = $1 and i.import_id = $2 and i.row = r.row`, w.AccountID, w.Import.ID, encoded(engine.NotNil(rows)))
}

// FindItems is Find for items by id.
func (w *ImportWork) FindItems(ctx context.Context, ids []int64) (*importing.Found, error) {
	f := &importing.Found{Items: map[int64]*importing.Item{}}
	if len(ids) == 0 {
		return f, nil
	}
	return f, readFound(ctx, w, f, ids, importing.Lookup{}, true)
}
