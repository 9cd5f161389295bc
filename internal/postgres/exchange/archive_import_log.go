package exchange

import (
	"context"
	"encoding/hex"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/importing"
	"vitrine/internal/portable"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

// lineEntry describes the log entries of a part.
type lineEntry struct {
	object string
	shown  []string // columns shown in the entry
	where  string   // the collection, item and copy of it; t is the row, c its copy, i its item
}

const (
	entryNowhere      = `null::bigint, null::bigint, null::bigint`
	entryInCollection = `t.collection_id, null::bigint, null::bigint`
	entryOfCopy       = `i.collection_id, i.id, c.id`
)

var lineEntries = map[string]lineEntry{
	"account":             {"account", []string{"name"}, entryNowhere},
	"locations":           {"location", []string{"name"}, entryNowhere},
	"item_conditions":     {"item_condition", []string{"name"}, entryNowhere},
	"tags":                {"tag", []string{"name"}, entryNowhere},
	"series":              {"series", []string{"name"}, entryNowhere},
	"collection_types":    {"collection_type", []string{"name"}, entryNowhere},
	"custom_field_groups": {"custom_field_group", []string{"name"}, entryNowhere},
	"custom_fields":       {"custom_field", []string{"name"}, entryNowhere},
	"collections":         {"collection", []string{"name"}, `t.id, null::bigint, null::bigint`},
	"categories":          {"category", []string{"name"}, entryInCollection},
	"sets":                {"set", []string{"name"}, entryInCollection},
	"items":               {"item", []string{"name"}, `t.collection_id, t.id, null::bigint`},
	"copies":              {"copy", []string{"identifier"}, `i.collection_id, i.id, t.id`},
	"transactions":        {"transaction", []string{"type", "counterparty", "total", "currency_code"}, entryOfCopy},
	"valuations":          {"valuation", []string{"type", "amount", "currency_code"}, entryOfCopy},
	"insurance_records":   {"insurance_record", []string{"provider", "policy_number"}, entryOfCopy},
	"policies":            {"policy", []string{"name", "policy_number"}, entryNowhere},
	"provenance_events":   {"provenance_event", []string{"title", "type"}, entryOfCopy},
	"maintenance_records": {"maintenance_record", []string{"title", "type"}, entryOfCopy},
	"loans":               {"loan", []string{"party", "direction"}, entryOfCopy},
	"location_stays":      {"location_history", []string{"location_name"}, entryOfCopy},
	"photos":              {"item_photo", []string{"filename"}, `i.collection_id, i.id, null::bigint`},
	"documents":           {"document", []string{"name"}, entryOfCopy},
}

// from joins the rows t of a part with the copy and the item that they belong to.
func (e lineEntry) from(p portable.Part) string {
	sql := tableOf(p.Name) + ` t`
	switch {
	case e.where == entryOfCopy:
		sql += ` join copies c on c.account_id = $1 and c.id = t.copy_id join items i on i.account_id = $1 and i.id = c.item_id`
	case strings.HasPrefix(e.where, `i.`):
		sql += ` join items i on i.account_id = $1 and i.id = t.item_id`
	}
	return sql
}

// logLines adds a log entry for each object written.
func logLines(ctx context.Context, w *ImportWork, p portable.Part, makes bool, done []MadeObject, lines []LineWrite, changes map[int64][]importing.Change) error {
	e, ok := lineEntries[p.Name]
	if !ok {
		return nil // keys have no entries
	}
	type entry struct {
		ID      int64              `json:"id"`
		Changes []importing.Change `json:"changes"`
	}
	rows := make(map[int64]int64, len(lines))
	for _, l := range lines {
		rows[l.ObjectID] = l.Row
	}
	sent := make([]entry, len(done))
	for i, d := range done {
		sent[i] = entry{d.ID, []importing.Change{}}
		if !makes {
			if p.Name == "account" {
				d.ID = 0
			}
			sent[i].Changes = engine.NotNil(changes[rows[d.ID]])
		}
	}
	action, key := e.object+`_updated`, `t.account_id = $1 and t.id = d.id`
	if makes {
		action = e.object + `_created`
	}
	if p.Name == "account" {
		key = `t.id = $1`
	}
	shown := make([]string, len(e.shown))
	for i, column := range e.shown {
		shown[i] = `'` + column + `', t.` + column
	}
	return w.run(ctx, `
		insert into logs (account_id, user_id, user_name, action, parameters, object_type, object_id, collection_id, item_id, copy_id, changes)
		select $1, $3, current_setting('app.user_name'), '`+action+`', jsonb_strip_nulls(jsonb_build_object(`+strings.Join(shown, `, `)+`)), '`+e.object+`', t.id, `+e.where+`, d.changes
		from jsonb_to_recordset($2::jsonb) d (id bigint, changes jsonb) join `+e.from(p)+` on `+key, w.AccountID, encoded(sent), w.UserID)
}

// LineOutcome is the result of a line.
type LineOutcome struct {
	Row      int64             `json:"row"`
	Status   string            `json:"status"`
	ObjectID *int64            `json:"object_id"`
	Former   *string           `json:"former"` // the line before the import
	Issues   []importing.Issue `json:"issues"`
}

// SaveLineOutcomes stores the results of lines.
func (w *ImportWork) SaveLineOutcomes(ctx context.Context, lines []LineOutcome) error {
	return w.run(ctx, `
		update import_rows i set status = r.status, object_id = coalesce(r.object_id, i.object_id), undo = case when r.former is not null then jsonb_build_object('line', r.former) end,
			issues = i.issues || r.issues
		from jsonb_to_recordset($3) r (row bigint, status text, object_id bigint, former text, issues jsonb)
		where i.account_id = $1 and i.import_id = $2 and i.row = r.row`, w.AccountID, w.Import.ID, encoded(engine.NotNil(lines)))
}

// Have are the hashes for which the account has a file.
func (w *ImportWork) Have(ctx context.Context, hashes []string) (map[string]bool, error) {
	sums := make([][]byte, 0, len(hashes))
	for _, h := range hashes {
		sum, err := hex.DecodeString(h)
		if err != nil {
			return nil, err
		}
		sums = append(sums, sum)
	}
	found, err := engine.All[struct{ Hash string }](ctx, w.Reader, `select encode(sha256, 'hex') as hash from files where account_id = $1 and sha256 = any($2)`, w.AccountID, sums)
	have := map[string]bool{}
	for _, f := range found {
		have[f.Hash] = true
	}
	return have, err
}

// KeepFiles adds files for stored bytes, and returns the objects in use.
func (w *ImportWork) KeepFiles(ctx context.Context, files []catalog.Stored) ([]string, error) {
	objects := make([]string, len(files))
	for i, f := range files {
		if err := w.run(ctx, `select set_config('app.storage_limit', $1, true)`, engine.FormatID(f.Quota)); err != nil {
			return nil, err
		}
		kept, err := engine.One[struct{ Object string }](ctx, w.Reader, `
			with file as (insert into files (account_id, object, sha256, size, mime_type) values ($1, $2, $3, $4, $5) `+inventory.SameFile+`) select object from file`,
			w.AccountID, f.Object, f.Sum[:], f.Size, f.MimeType)
		if err != nil {
			return nil, err
		}
		objects[i] = kept.Object
	}
	return objects, nil
}

// LinesMade counts the objects made by lines, by part.
func (w *ImportWork) LinesMade(ctx context.Context) (map[string]int64, error) {
	found, err := engine.One[struct{ Made map[string]int64 }](ctx, w.Reader, `
		select coalesce(jsonb_object_agg(part, n), '{}') as made
		from (select part, count(*) as n from import_rows where account_id = $1 and import_id = $2 and action = 'create' and status = 'done' group by 1) m`, w.AccountID, w.Import.ID)
	return found.Made, err
}

// Savepoint runs fn, and undoes its writes if it fails; the transaction continues.
func (w *ImportWork) Savepoint(ctx context.Context, fn func() error) (failed, err error) {
	if err := w.run(ctx, `set constraints all immediate`); err != nil {
		return nil, err
	}
	if err := w.run(ctx, `savepoint line`); err != nil {
		return nil, err
	}
	if failed = fn(); failed != nil {
		return failed, w.run(ctx, `rollback to savepoint line`)
	}
	return nil, w.run(ctx, `release savepoint line`)
}
