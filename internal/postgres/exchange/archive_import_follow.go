package exchange

import (
	"context"

	"vitrine/internal/importing"
	"vitrine/internal/portable"
	"vitrine/internal/postgres/internal/engine"
)

// follow writes rows in other tables that belong to the objects of lines. Triggers are disabled, so
// that the lines alone determine the result.
func follow(ctx context.Context, w *ImportWork, p portable.Part, makes bool, sent string) error {
	var all []string
	x := recordOf(p)
	switch p.Name {
	case "collections":
		if !makes {
			all = append(all, `delete from collection_type_links l using `+x+` where l.account_id = $1 and l.collection_id = x.object_id`)
		}
		all = append(all, `
			insert into collection_type_links (account_id, collection_id, collection_type_id)
			select $1, t.id, k.id from `+x+` join collections t on t.account_id = $1 and t.uuid = x.uuid
			cross join lateral jsonb_array_elements_text(x.collection_type_uuids) u join collection_types k on k.account_id = $1 and k.uuid = u::uuid`)
	case "items":
		if !makes {
			all = append(all, `delete from item_tags l using `+x+` where l.account_id = $1 and l.item_id = x.object_id`,
				`delete from item_values l using `+x+` where l.account_id = $1 and l.item_id = x.object_id`)
		}
		all = append(all, `
			insert into item_tags (account_id, item_id, tag_id)
			select $1, t.id, k.id from `+x+` join items t on t.account_id = $1 and t.uuid = x.uuid
			cross join lateral jsonb_array_elements_text(x.tag_uuids) u join tags k on k.account_id = $1 and k.uuid = u::uuid`, `
			insert into item_values (account_id, item_id, custom_field_id, value, search, code)
			select $1, t.id, f.id, v.value, case when x.words ? v.key then array_to_tsvector(array(select jsonb_array_elements_text(x.words -> v.key))) end, (x.codes ->> v.key)::bigint
			from `+x+` join items t on t.account_id = $1 and t.uuid = x.uuid
			cross join lateral jsonb_each(x.custom_fields) v join custom_fields f on f.account_id = $1 and f.uuid = v.key::uuid`)
	case "policies":
		for one, table := range map[string]string{"collection": `collections`, "location": `locations`, "copy": `copies`} {
			if !makes {
				all = append(all, `delete from policy_`+table+` l using `+x+` where l.account_id = $1 and l.policy_id = x.object_id`)
			}
			all = append(all, `
				insert into policy_`+table+` (account_id, policy_id, `+one+`_id)
				select distinct $1::bigint, t.id, k.id from `+x+` join policies t on t.account_id = $1 and t.uuid = x.uuid
				cross join lateral jsonb_array_elements_text(x.`+one+`_uuids) u join `+table+` k on k.account_id = $1 and k.uuid = u::uuid`)
		}
	case "copies":
		if !makes { // a trigger would take today as the day of the change
			all = append(all, `
				update copies t set ceased_at = coalesce(x.ceased_at, case when x.status = 'ordered' or x.borrowed then '-infinity'::date end), updated_at = x.updated_at
				from `+x+` where t.account_id = $1 and t.id = x.object_id`)
		}
	case "transactions":
		all = append(all, `select count_cost($1, c.id) from (select distinct t.id from `+x+` join copies t on t.account_id = $1 and t.uuid = x.copy_uuid) c`)
	case "valuations":
		all = append(all, `select count_value($1, c.id) from (select distinct t.id from `+x+` join copies t on t.account_id = $1 and t.uuid = x.copy_uuid) c`)
	case "import_keys":
		all = append(all, `
			update import_keys k set import_id = $3 from `+x+` join items t on t.account_id = $1 and t.uuid = x.item_uuid
			where k.account_id = $1 and k.item_id = t.id and k.source = x.source and k.key = x.key and k.import_id is null`)
	}
	for _, sql := range all {
		args := []any{w.AccountID, sent}
		if p.Name == "import_keys" {
			args = append(args, w.Import.ID)
		}
		if err := w.run(ctx, sql, args...); err != nil {
			return err
		}
	}
	return nil
}

// WriteLate writes the references of lines to objects of later lines.
func (w *ImportWork) WriteLate(ctx context.Context, lines []LineWrite) error {
	if len(lines) == 0 {
		return nil
	}
	p := portable.PartNamed(lines[0].Part)
	sent, err := encodeLines(ctx, w, p, lines)
	if err != nil {
		return err
	}
	if err := w.run(ctx, `select set_config('app.restoring', 'all', true)`); err != nil {
		return err
	}
	x := recordOf(p)
	if p.Name == "collections" {
		if err := w.run(ctx, `delete from collection_covers c using `+x+` join collections t on t.account_id = $1 and t.uuid = x.uuid where c.account_id = $1 and c.collection_id = t.id`, w.AccountID, sent); err != nil {
			return err
		}
		return w.run(ctx, `
			insert into collection_covers (account_id, collection_id, item_id, photo_id)
			select $1, t.id, o.item_id, o.id from `+x+` join collections t on t.account_id = $1 and t.uuid = x.uuid join photos o on o.account_id = $1 and o.uuid = x.cover_photo_uuid`, w.AccountID, sent)
	}
	return w.run(ctx, `
		update provenance_events t set
			maintenance_record_id = (select r.id from maintenance_records r where r.account_id = $1 and r.copy_id = t.copy_id and r.uuid = x.maintenance_record_uuid),
			loan_id = (select r.id from loans r where r.account_id = $1 and r.copy_id = t.copy_id and r.uuid = x.loan_uuid),
			returned_loan_id = (select r.id from loans r where r.account_id = $1 and r.copy_id = t.copy_id and r.uuid = x.returned_loan_uuid)
		from `+x+` where t.account_id = $1 and t.uuid = x.uuid`, w.AccountID, sent)
}

// LateLines are the next lines that were written without their references to later objects.
func (w *ImportWork) LateLines(ctx context.Context, after int64, most int) ([]StagedLine, error) {
	found, err := engine.All[struct {
		Row, Line  int64
		Part, UUID string
		Text       string
	}](ctx, w.Reader, `
		with next as (
			select row, line, part, uuid::text, cells[1] as text from import_rows
			where account_id = $1 and import_id = $2 and row > $3 and part in ('collections', 'provenance_events') and status = 'done'
			  and (action = 'update' or cells[1]::jsonb ->> 'cover_photo_uuid' is not null or cells[1]::jsonb ->> 'maintenance_record_uuid' is not null
				or cells[1]::jsonb ->> 'loan_uuid' is not null or cells[1]::jsonb ->> 'returned_loan_uuid' is not null)
			order by row limit $4
		) select * from next where part = (select part from next order by row limit 1) order by row`, w.AccountID, w.Import.ID, after, most)
	lines := make([]StagedLine, len(found))
	for i, f := range found {
		lines[i] = StagedLine{Line: importing.Line{Row: f.Row, Line: f.Line, Part: f.Part, UUID: f.UUID, Text: []byte(f.Text)}}
	}
	return lines, err
}

// MissingReferences are the uuids in lines of a part that the account does not have, except those
// written at the end.
func (w *ImportWork) MissingReferences(ctx context.Context, lines []importing.Line) (map[string]bool, error) {
	missing := map[string]bool{}
	if len(lines) == 0 {
		return missing, nil
	}
	p := portable.PartNamed(lines[0].Part)
	named := map[string][]string{}
	for _, m := range p.Members {
		if m.To == "" || isLate(p.Name, m.Name) {
			continue
		}
		for _, l := range lines {
			named[m.To] = append(named[m.To], referencesOf(l.Text, m)...)
		}
	}
	for to, uuids := range named {
		found, err := engine.All[struct{ UUID string }](ctx, w.Reader, `
			select distinct u::text as uuid from unnest($2::uuid[]) u where not exists (select from `+tableOf(to)+` t where t.account_id = $1 and t.uuid = u offset 0)`, w.AccountID, uuids)
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			missing[to+" "+f.UUID] = true
		}
	}
	return missing, nil
}

// NamesMissing reports whether a line refers to a missing object.
func NamesMissing(l importing.Line, missing map[string]bool) bool {
	if len(missing) == 0 {
		return false
	}
	p := portable.PartNamed(l.Part)
	for _, m := range p.Members {
		if m.To == "" || isLate(p.Name, m.Name) {
			continue
		}
		for _, uuid := range referencesOf(l.Text, m) {
			if missing[m.To+" "+uuid] {
				return true
			}
		}
	}
	return false
}
