package exchange

import (
	"context"

	"vitrine/internal/importing"
	"vitrine/internal/postgres/internal/engine"
)

// trashableLines are the parts of an archive whose kinds of objects imports of tables never make.
var trashableLines = map[string]struct{ table, object, action, where string }{
	"transactions":        trashable["purchases"],
	"insurance_records":   trashable["insurance"],
	"provenance_events":   {`provenance_events`, `provenance_event`, `provenance_event_deleted`, `null::bigint, null::bigint, copy_id`},
	"maintenance_records": {`maintenance_records`, `maintenance_record`, `maintenance_record_deleted`, `null::bigint, null::bigint, copy_id`},
	"loans":               {`loans`, `loan`, `loan_deleted`, `null::bigint, null::bigint, copy_id`},
	"location_stays":      {`location_history`, `location_history`, `location_history_deleted`, `null::bigint, null::bigint, copy_id`},
	"photos":              {`photos`, `item_photo`, `item_photo_deleted`, `null::bigint, item_id, null::bigint`},
	"documents":           {`documents`, `document`, `document_deleted`, `null::bigint, null::bigint, copy_id`},
}

// unmadeAs are the kinds of objects that revert deletes one by one if they are unused.
var unmadeAs = map[string]string{"locations": "locations", "item_conditions": "conditions", "tags": "tags", "series": "series", "collection_types": "types", "custom_fields": "fields",
	"collections": "collections", "categories": "categories", "sets": "sets", "policies": "policies"}

// WrittenLine is a line with its results.
type WrittenLine struct {
	importing.Line
	Action   string
	ObjectID int64
	Former   *string // the line before the import
	Changes  []importing.Change
	Touched  bool // others have changed the object since
	Goes     bool // deleted with its item or copy, which the import made too
}

// WrittenLines are the lines of one part with results before a line, the last first.
func (w *ImportWork) WrittenLines(ctx context.Context, before int64, most int) ([]WrittenLine, error) {
	next, err := engine.All[struct{ Part string }](ctx, w.Reader, `
		select part from import_rows where account_id = $1 and import_id = $2 and row < $3 and status = 'done' order by row desc limit 1`, w.AccountID, w.Import.ID, before)
	if err != nil || len(next) == 0 {
		return nil, err
	}
	part := next[0].Part
	found, err := engine.All[struct {
		Row, Line, ObjectID        int64
		UUID, Text, Action         string
		Former                     *string
		Changes                    []importing.Change
		Touched, WithItem, ItemOff bool
		WithCopy, CopyOff          bool
	}](ctx, w.Reader, writtenLines(part), w.AccountID, w.Import.ID, before, most, part)
	lines := make([]WrittenLine, len(found))
	for i, f := range found {
		lines[i] = WrittenLine{importing.Line{Row: f.Row, Line: f.Line, Part: part, UUID: f.UUID, Text: []byte(f.Text)}, f.Action, f.ObjectID, f.Former, f.Changes, f.Touched,
			f.WithItem && !f.ItemOff || f.WithCopy && !f.CopyOff}
	}
	return lines, err
}

// madeHere is the condition that the import made the object of a part.
func madeHere(part, id string) string {
	return `exists (select from import_rows m where m.account_id = $1 and m.import_id = $2 and m.part = '` + part + `' and m.object_id = ` + id + ` and m.action = 'create' offset 0)`
}

// writtenLines reads lines, whether others have changed their objects since, and whether these are
// deleted with something else.
func writtenLines(part string) string {
	item, copyOf := `null::bigint`, `null::bigint`
	table := tableOf(part)
	touched := `exists (select from logs l where l.account_id = $1 and l.import_id is distinct from $2 and l.object_type = '` + lineEntries[part].object + `' and l.object_id = r.object_id offset 0)`
	switch {
	case part == "items":
		touched = `exists (select from logs l where l.account_id = $1 and l.import_id is distinct from $2 and l.item_id = r.object_id offset 0)`
	case part == "copies":
		item, touched = `t.item_id`, `exists (select from logs l where l.account_id = $1 and l.import_id is distinct from $2 and l.copy_id = r.object_id offset 0)`
	case part == "photos":
		item = `t.item_id`
	case lineEntries[part].where == entryOfCopy:
		item, copyOf = `(select c.item_id from copies c where c.account_id = $1 and c.id = t.copy_id)`, `t.copy_id`
	}
	join := `left join ` + table + ` t on t.account_id = $1 and t.id = r.object_id`
	if table == `accounts` || part == "import_keys" {
		join = ``
	}
	return `
		select o.row, o.line, o.object_id, o.uuid, o.text, o.action, o.former, o.changes, o.touched, ` + madeHere("items", `o.of_item`) + ` as with_item, exists (select from logs l where l.account_id = $1 and l.import_id is distinct from $2 and l.item_id = o.of_item offset 0) as item_off,
			` + madeHere("copies", `o.of_copy`) + ` as with_copy, exists (select from logs l where l.account_id = $1 and l.import_id is distinct from $2 and l.copy_id = o.of_copy offset 0) as copy_off
		from (
			select r.row, r.line, coalesce(r.object_id, 0) as object_id, coalesce(r.uuid::text, '') as uuid, r.cells[1] as text, r.action, r.undo ->> 'line' as former, r.changes,
				` + touched + ` as touched, ` + item + ` as of_item, ` + copyOf + ` as of_copy
			from import_rows r ` + join + `
			where r.account_id = $1 and r.import_id = $2 and r.row < $3 and r.status = 'done' and r.part = $5 order by r.row desc limit $4
		) o order by o.row desc`
}

// TrashLines moves objects of lines into the trash entry of the import, and updates the counts that
// depend on them.
func (w *ImportWork) TrashLines(ctx context.Context, part string, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	if err := w.run(ctx, `select set_config('app.restoring', 'all', true)`); err != nil {
		return err
	}
	count := map[string]string{"transactions": `count_cost`, "valuations": `count_value`}[part]
	var copies []int64
	if count != "" {
		found, err := engine.One[struct{ IDs []int64 }](ctx, w.Reader, `select array(select distinct copy_id from `+part+` where account_id = $1 and id = any($2)) as ids`, w.AccountID, ids)
		if err != nil {
			return err
		}
		copies = found.IDs
	}
	if err := w.Trash(ctx, part, ids); err != nil || count == "" {
		return err
	}
	return w.run(ctx, `select `+count+`($1, c) from unnest($2::bigint[]) c`, w.AccountID, copies)
}

// UnmakeLine deletes an object, unless it is in use.
func (w *ImportWork) UnmakeLine(ctx context.Context, l WrittenLine) (done bool, err error) {
	within := map[string]string{
		"collections":      `exists (select from categories where account_id = $1 and collection_id = $2) or exists (select from sets where account_id = $1 and collection_id = $2)`,
		"collection_types": `exists (select from custom_fields where account_id = $1 and collection_type_id = $2)`,
	}[l.Part]
	if within != "" {
		found, err := engine.One[struct{ Used bool }](ctx, w.Reader, `select `+within+` as used`, w.AccountID, l.ObjectID)
		if err != nil || found.Used {
			return false, err
		}
	}
	if err := w.run(ctx, `select set_config('app.restoring', 'all', true)`); err != nil {
		return false, err
	}
	if l.Part == "custom_field_groups" { // they go with their type
		found, err := engine.One[struct{ Goes bool }](ctx, w.Reader, `select `+madeHere("collection_types", `(select collection_type_id from custom_field_groups where account_id = $1 and id = $3)`)+` as goes`,
			w.AccountID, w.Import.ID, l.ObjectID)
		return found.Goes, err
	}
	return w.Unmake(ctx, Made{Kind: unmadeAs[l.Part], ID: l.ObjectID})
}

// ForgetKeys deletes the import's keys for items that it did not make; others are deleted with their items.
func (w *ImportWork) ForgetKeys(ctx context.Context) error {
	return w.run(ctx, `delete from import_keys k where k.account_id = $1 and k.import_id = $2 and not `+madeHere("items", `k.item_id`), w.AccountID, w.Import.ID)
}

// HasLate reports whether lines of a part refer to later parts.
func HasLate(part string) bool { return late[part] != nil }

// LeftOf counts the lines whose objects stay after reverting, by part.
func (w *ImportWork) LeftOf(ctx context.Context) (map[string]int64, error) {
	found, err := engine.One[struct{ Counts map[string]int64 }](ctx, w.Reader, `
		select coalesce(jsonb_object_agg(part, n), '{}') as counts
		from (select part, count(*) as n from import_rows where account_id = $1 and import_id = $2 and status = 'left' group by 1) m`, w.AccountID, w.Import.ID)
	return found.Counts, err
}
