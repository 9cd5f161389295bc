package exchange

import (
	"context"
	"encoding/json"

	"vitrine/internal/catalog"
	"vitrine/internal/importing"
	"vitrine/internal/portable"
	"vitrine/internal/postgres/internal/engine"
)

// StageLines stores lines of an archive.
func (w *ImportWork) StageLines(ctx context.Context, lines []importing.Line) error {
	rows, numbers, parts, uuids, texts := make([]int64, len(lines)), make([]int64, len(lines)), make([]string, len(lines)), make([]string, len(lines)), make([]string, len(lines))
	for i, l := range lines {
		rows[i], numbers[i], parts[i], uuids[i], texts[i] = l.Row, l.Line, l.Part, l.UUID, string(l.Text)
	}
	return w.run(ctx, `
		insert into import_rows (account_id, import_id, row, line, part, uuid, cells)
		select $1, $2, r.row, r.line, r.part, nullif(r.uuid, '')::uuid, array[r.text]
		from unnest($3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[]) r (row, line, part, uuid, text)`, w.AccountID, w.Import.ID, rows, numbers, parts, uuids, texts)
}

// StagedLine is a line with its plan.
type StagedLine struct {
	importing.Line
	Action *string
	Digest []byte
}

// Lines are the next lines of one part.
func (w *ImportWork) Lines(ctx context.Context, after int64, most int) ([]StagedLine, error) {
	found, err := engine.All[struct {
		Row, Line  int64
		Part, UUID string
		Text       string
		Action     *string
		Digest     []byte
	}](ctx, w.Reader, `
		with next as (
			select row, line, part, coalesce(uuid::text, '') as uuid, cells[1] as text, action, digest from import_rows
			where account_id = $1 and import_id = $2 and row > $3 order by row limit $4
		) select * from next where part = (select part from next order by row limit 1) order by row`, w.AccountID, w.Import.ID, after, most)
	lines := make([]StagedLine, len(found))
	for i, f := range found {
		lines[i] = StagedLine{importing.Line{Row: f.Row, Line: f.Line, Part: f.Part, UUID: f.UUID, Text: []byte(f.Text)}, f.Action, f.Digest}
	}
	return lines, err
}

// SaveLinePlans stores the plans of lines.
func (w *ImportWork) SaveLinePlans(ctx context.Context, lines []importing.LinePlan) error {
	type planned struct {
		Row      int64              `json:"row"`
		Action   string             `json:"action"`
		Digest   []byte             `json:"digest"` // base64
		ObjectID *int64             `json:"object_id"`
		Item     *importing.Subject `json:"item"`
		Copy     *importing.Subject `json:"copy"`
		Changes  []importing.Change `json:"changes"`
		Issues   []importing.Issue  `json:"issues"`
	}
	sent := make([]planned, len(lines))
	for i := range lines {
		l := &lines[i]
		sent[i] = planned{l.Row, l.Action, l.Digest(), nil, l.Subject("items"), l.Subject("copies"), engine.NotNil(l.Changes), engine.NotNil(l.Issues)}
		if l.Present.ID != 0 {
			sent[i].ObjectID = &l.Present.ID
		}
	}
	return w.run(ctx, `
		update import_rows i set action = r.action, digest = decode(r.digest, 'base64'), object_id = r.object_id, item = r.item, copy = r.copy, changes = r.changes, issues = r.issues, status = null
		from jsonb_to_recordset($3) r (row bigint, action text, digest text, object_id bigint, item jsonb, copy jsonb, changes jsonb, issues jsonb)
		where i.account_id = $1 and i.import_id = $2 and i.row = r.row`, w.AccountID, w.Import.ID, encoded(sent))
}

// Renamed maps tags and conditions of lines to existing ones with the same name.
func (w *ImportWork) Renamed(ctx context.Context) (importing.Renamed, error) {
	found, err := engine.All[struct{ Theirs, Ours string }](ctx, w.Reader, `
		select r.uuid::text as theirs, t.uuid::text as ours from import_rows r join tags t on t.account_id = $1 and t.id = r.object_id
		where r.account_id = $1 and r.import_id = $2 and r.part = 'tags' and r.object_id is not null and r.uuid <> t.uuid
		union all
		select r.uuid::text, t.uuid::text from import_rows r join item_conditions t on t.account_id = $1 and t.id = r.object_id
		where r.account_id = $1 and r.import_id = $2 and r.part = 'item_conditions' and r.object_id is not null and r.uuid <> t.uuid`, w.AccountID, w.Import.ID)
	renamed := importing.Renamed{}
	for _, f := range found {
		renamed[f.Theirs] = f.Ours
	}
	return renamed, err
}

// HasCollections reports whether the account has any collection.
func (w *ImportWork) HasCollections(ctx context.Context) (bool, error) {
	found, err := engine.One[struct{ Has bool }](ctx, w.Reader, `select exists (select from collections where account_id = $1) as has`, w.AccountID)
	return found.Has, err
}

// PresentLines are the objects of the account that lines of one part refer to, in their order.
func (w *ImportWork) PresentLines(ctx context.Context, lines []importing.Line) ([]importing.Present, error) {
	found := make([]importing.Present, len(lines))
	if len(lines) == 0 {
		return found, nil
	}
	p := portable.PartNamed(lines[0].Part)
	uuids := make([]string, len(lines))
	for i, l := range lines {
		uuids[i] = l.UUID
		if p.Name == "import_keys" {
			uuids[i] = memberText(l.Text, "item_uuid")
		}
	}
	condition, by := `t.uuid = any($3::uuid[])`, func(line []byte) string { return memberText(line, "uuid") }
	switch p.Name {
	case "account":
		condition, by = `cardinality($3::text[]) > 0`, func([]byte) string { return "" }
	case "import_keys":
		condition, by = `t.item_id in (select id from items where account_id = $1 and uuid = any($3::uuid[]))`, func(line []byte) string { return string(line) }
	}
	there := map[string]importing.Present{}
	if err := presentLines(ctx, w, p, condition, uuids, func(line []byte, id int64) { there[by(line)] = importing.Present{ID: id, Text: line} }); err != nil {
		return nil, err
	}
	trashed, err := trashedUUIDs(ctx, w, p, uuids)
	if err != nil {
		return nil, err
	}
	for i, l := range lines {
		key := l.UUID
		if p.Name == "import_keys" {
			key = string(l.Text)
		}
		found[i] = there[key]
		found[i].Trash = trashed[l.UUID]
	}
	if importing.IsFoundByName(p.Name) {
		return found, presentByName(ctx, w, p, lines, found)
	}
	return found, nil
}

// presentByName finds objects by the folded name of lines whose uuid is unknown.
func presentByName(ctx context.Context, w *ImportWork, p portable.Part, lines []importing.Line, found []importing.Present) error {
	names := map[string]int{}
	var keys []string
	for i, l := range lines {
		if found[i].Text == nil {
			key := catalog.Fold(memberText(l.Text, "name"))
			names[key] = i
			keys = append(keys, key)
		}
	}
	if len(keys) == 0 {
		return nil
	}
	return presentLines(ctx, w, p, `t.name_key = any($3::text[])`, keys, func(line []byte, id int64) {
		if i, ok := names[catalog.Fold(memberText(line, "name"))]; ok {
			found[i] = importing.Present{ID: id, Text: line, ByName: true}
		}
	})
}

// presentLines reads objects of the account as an archive would have them.
func presentLines(_ context.Context, w *ImportWork, p portable.Part, condition string, keys []string, add func(line []byte, id int64)) error {
	rows, err := engine.Streamed(w.Reader, archivedWhere(p, condition), w.AccountID, true, keys)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		values, err := rows.Values()
		if err != nil {
			return err
		}
		for i, m := range p.Members {
			values[i] = archivedValue(m.Kind, values[i])
		}
		line, err := p.Line(values[:len(p.Members)])
		if err != nil {
			return err
		}
		id, _ := values[len(p.Members)].(int64) // the column is one
		add(line, id)
	}
	return engine.Translate(rows.Err())
}

// trashedUUIDs are the uuids in the trash, with their entries.
func trashedUUIDs(ctx context.Context, w *ImportWork, p portable.Part, uuids []string) (map[string]string, error) {
	found, err := engine.All[struct {
		UUID    string
		EntryID int64
	}](ctx, w.Reader, `select content ->> 'uuid' as uuid, entry_id from trash_rows where account_id = $1 and relation = $2 and content ->> 'uuid' = any($3)`,
		w.AccountID, tableOf(p.Name), uuids)
	trashed := map[string]string{}
	for _, t := range found {
		trashed[t.UUID] = engine.FormatID(t.EntryID)
	}
	return trashed, err
}

// memberText is a text of a line.
func memberText(line []byte, name string) string {
	var values map[string]json.RawMessage
	_ = json.Unmarshal(line, &values) // it was verified
	var text string
	_ = json.Unmarshal(values[name], &text) // null is empty
	return text
}
