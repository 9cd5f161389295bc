package exchange

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/importing"
	"vitrine/internal/portable"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

// late are the members that refer to later parts. They are written when all objects exist.
var late = map[string][]string{
	"collections":       {"cover_photo_uuid"},
	"provenance_events": {"maintenance_record_uuid", "loan_uuid", "returned_loan_uuid"},
}

func isLate(part, member string) bool { return slices.Contains(late[part], member) }

// columnTypes are the SQL types of members.
var columnTypes = map[portable.Kind]string{portable.Text: `text`, portable.Integer: `bigint`, portable.Number: `double precision`, portable.Boolean: `boolean`, portable.Time: `timestamptz`,
	portable.Day: `date`, portable.UUID: `uuid`, portable.Reference: `uuid`, portable.Several: `jsonb`, portable.Hash: `text`, portable.File: `text`, portable.Options: `jsonb`, portable.Values: `jsonb`}

// lineWrites are the columns of a part with their values as SQL; x is the line.
type lineWrites struct{ columns, values []string }

func (c *lineWrites) add(column, value string) {
	c.columns, c.values = append(c.columns, column), append(c.values, value)
}

// writesOf are the columns that a line writes to the table of its part.
func writesOf(p portable.Part) (c lineWrites) {
	for _, m := range p.Members {
		id := strings.TrimSuffix(m.Name, "uuid") + "id"
		switch {
		case isLate(p.Name, m.Name), m.Kind == portable.Several, m.Kind == portable.Values, p.Name == "documents" && m.Name == "mime_type":
		case m.Kind == portable.Reference:
			c.add(id, `(select r.id from `+tableOf(m.To)+` r where r.account_id = $1 and r.uuid = x.`+m.Name+`)`)
		case m.Kind == portable.File:
			c.add(`file_id`, `(select f.id from files f where f.account_id = $1 and f.sha256 = decode(x.`+m.Name+`, 'hex'))`)
		case m.Kind == portable.Hash:
			c.add(m.Name, `decode(x.`+m.Name+`, 'hex')`)
		case p.Name == "copies" && m.Name == "ceased_at": // what never was one's own has none in an archive
			c.add(m.Name, `coalesce(x.ceased_at, case when x.status = 'ordered' or x.borrowed then '-infinity'::date end)`)
		default:
			c.add(m.Name, `x.`+m.Name)
		}
	}
	if _, ok := foldedNames[p.Name]; ok {
		c.add(foldedNames[p.Name], `x.folded`)
	}
	if searched[p.Name] != nil {
		c.add(`search`, `array_to_tsvector(x.search)`)
	}
	if p.Name == "items" {
		c.add(`custom_fields`, `coalesce((select jsonb_object_agg(f.id::text, v.value) from jsonb_each(x.custom_fields) v
			join custom_fields f on f.account_id = $1 and f.uuid = v.key::uuid join collection_types k on k.account_id = $1 and k.id = f.collection_type_id and k.uuid = x.collection_type_uuid), '{}')`)
	}
	return c
}

// foldedNames are the columns with the folded name.
var foldedNames = map[string]string{"item_conditions": `name_key`, "tags": `name_key`, "series": `name_key`, "categories": `name_key`, "sets": `name_key`, "policies": `name_key`, "items": `sort_name`}

// searched are the members that searches find.
var searched = map[string][]string{"items": {"name", "description"}, "copies": {"identifier", "note"}}

// recordOf is the lines $2 as rows x.
func recordOf(p portable.Part) string {
	columns := []string{`row bigint`, `object_id bigint`, `folded text`, `search text[]`, `words jsonb`, `codes jsonb`}
	for _, m := range p.Members {
		columns = append(columns, m.Name+` `+columnTypes[m.Kind])
	}
	return `jsonb_to_recordset($2::jsonb) x (` + strings.Join(columns, `, `) + `)`
}

// insertLines makes the objects of lines. Their ids are in the order of the rows.
func insertLines(p portable.Part) string {
	c := writesOf(p)
	c.makeRoom(p)
	if p.Name == "collections" { // the key of addresses is everybody's, so no file says what is in it
		c.add(`address`, `gen_random_uuid()`)
	}
	sql := `insert into ` + tableOf(p.Name) + ` (account_id, ` + strings.Join(c.columns, `, `) + `) select $1, ` + strings.Join(c.values, `, `) + ` from ` + recordOf(p) + ` order by x.row`
	if p.Name == "import_keys" {
		return sql + ` on conflict do nothing returning id, '' as uuid`
	}
	return sql + ` returning id, uuid::text`
}

// siblings are the conditions for objects t in the same list as the line x.
var siblings = map[string]string{
	"item_conditions":     `t.account_id = $1`,
	"custom_field_groups": `t.account_id = $1 and t.collection_type_id = (select r.id from collection_types r where r.account_id = $1 and r.uuid = x.collection_type_uuid)`,
	"custom_fields": `t.account_id = $1 and t.collection_type_id = (select r.id from collection_types r where r.account_id = $1 and r.uuid = x.collection_type_uuid)
		and t.group_id is not distinct from (select r.id from custom_field_groups r where r.account_id = $1 and r.uuid = x.group_uuid)`,
	"photos": `t.account_id = $1 and t.item_id = (select r.id from items r where r.account_id = $1 and r.uuid = x.item_uuid)`,
}

// makeRoom moves a line to the end of its list if its position is taken.
func (c *lineWrites) makeRoom(p portable.Part) {
	among, ok := siblings[p.Name]
	if !ok {
		return
	}
	from := ` from ` + tableOf(p.Name) + ` t where ` + among
	for i, column := range c.columns {
		switch column {
		case `position`:
			c.values[i] = `case when exists (select` + from + ` and t.position = x.position) then (select max(t.position)` + from + `) + row_number() over (order by x.row) else x.position end`
		case `is_main`:
			c.values[i] = `x.is_main and not exists (select` + from + ` and t.is_main)`
		}
	}
}

// updateLines changes the objects of lines, which have their ids.
func updateLines(p portable.Part) string {
	c := writesOf(p)
	table, key := tableOf(p.Name), `t.account_id = $1 and t.id = x.object_id`
	if table == `accounts` {
		key = `t.id = $1`
	}
	var set []string
	for i, column := range c.columns {
		if column != `uuid` && column != `import_id` {
			set = append(set, column+` = `+c.values[i])
		}
	}
	return `update ` + table + ` t set ` + strings.Join(set, `, `) + ` from ` + recordOf(p) + ` where ` + key + ` returning t.id, coalesce(to_jsonb(t) ->> 'uuid', '') as uuid`
}

// LineWrite is a line to be written.
type LineWrite struct {
	importing.Line
	ObjectID int64 // of what is there; 0 makes it
}

// WriteLines creates or updates lines of one part, with dependent rows and a log entry for each. It
// returns their ids by uuid.
func (w *ImportWork) WriteLines(ctx context.Context, lines []LineWrite, changes map[int64][]importing.Change) (map[string]int64, error) {
	if len(lines) == 0 {
		return nil, nil
	}
	p, makes := portable.PartNamed(lines[0].Part), lines[0].ObjectID == 0 && lines[0].Part != "account"
	sent, err := encodeLines(ctx, w, p, lines)
	if err != nil {
		return nil, err
	}
	sql := updateLines(p)
	if makes {
		sql = insertLines(p)
	}
	if err := w.run(ctx, `select set_config('app.restoring', 'all', true)`); err != nil {
		return nil, err
	}
	done, err := engine.All[MadeObject](ctx, w.Reader, sql, w.AccountID, sent)
	if err != nil {
		return nil, engine.Translate(err)
	}
	ids := make(map[string]int64, len(done))
	for _, d := range done {
		ids[d.UUID] = d.ID
	}
	if err := follow(ctx, w, p, makes, sent); err != nil {
		return nil, err
	}
	return ids, logLines(ctx, w, p, makes, done, lines, changes)
}

// encodeLines adds derived columns, such as search words, to lines.
func encodeLines(ctx context.Context, w *ImportWork, p portable.Part, lines []LineWrite) (string, error) {
	texts, err := textFields(ctx, w, p, lines)
	if err != nil {
		return "", err
	}
	writer := engine.Writer{Edit: &engine.Edit{Reader: w.Reader}}
	sent := make([]json.RawMessage, len(lines))
	for i, l := range lines {
		var values map[string]json.RawMessage
		if err := json.Unmarshal(l.Text, &values); err != nil {
			return "", err
		}
		values["row"], values["object_id"] = json.RawMessage(engine.FormatID(l.Row)), json.RawMessage(engine.FormatID(l.ObjectID))
		if _, ok := foldedNames[p.Name]; ok {
			values["folded"] = json.RawMessage(encoded(catalog.Fold(memberText(l.Text, "name"))))
		}
		if from := searched[p.Name]; from != nil {
			var said []string
			for _, name := range from {
				said = append(said, memberText(l.Text, name))
			}
			values["search"] = json.RawMessage(encoded(inventory.Marked(writer, catalog.Words(said...))))
		}
		if p.Name == "items" {
			words, codes := readValues(writer, values["custom_fields"], texts)
			values["words"], values["codes"] = json.RawMessage(encoded(words)), json.RawMessage(encoded(codes))
		}
		sent[i] = json.RawMessage(encoded(values))
	}
	return encoded(sent), nil
}

// textFields are the custom fields of lines whose values are searched.
func textFields(ctx context.Context, w *ImportWork, p portable.Part, lines []LineWrite) (map[string]bool, error) {
	if p.Name != "items" {
		return nil, nil
	}
	named := map[string]bool{}
	member, _ := p.Member("custom_fields")
	for _, l := range lines {
		for _, uuid := range referencesOf(l.Text, member) {
			named[uuid] = true
		}
	}
	uuids := make([]string, 0, len(named))
	for uuid := range named {
		uuids = append(uuids, uuid)
	}
	found, err := engine.All[struct{ UUID string }](ctx, w.Reader, `select uuid::text from custom_fields where account_id = $1 and uuid = any($2::uuid[]) and field_type = 'text'`, w.AccountID, uuids)
	texts := map[string]bool{}
	for _, f := range found {
		texts[f.UUID] = true
	}
	return texts, err
}

// readValues are the words of texts, and the codes of texts and numbers, by field.
func readValues(w engine.Writer, raw json.RawMessage, texts map[string]bool) (words map[string][]string, codes map[string]int64) {
	var values map[string]json.RawMessage
	_ = json.Unmarshal(raw, &values) // it was verified
	words, codes = map[string][]string{}, map[string]int64{}
	left := catalog.MaxValueWords
	for uuid, value := range values {
		v := catalog.Value{JSON: string(value)}
		if texts[uuid] {
			_ = json.Unmarshal(value, &v.Text)
		}
		if code := v.Code(); code != nil {
			codes[uuid] = *code
		}
		if v.Text == "" {
			continue
		}
		found := catalog.Words(v.Text)
		found = found[:min(len(found), left)]
		left -= len(found)
		words[uuid] = inventory.Marked(w, found)
	}
	return words, codes
}

// referencesOf are the uuids in a member of a line.
func referencesOf(line []byte, m portable.Member) []string {
	var values map[string]json.RawMessage
	_ = json.Unmarshal(line, &values) // it was verified
	return m.References([]byte(values[m.Name]))
}
