package web

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/catalog"
)

// shown are the columns that visitors may see, by the content that must be shared; empty means always.
// A new column belongs here only if the contract lists it.
var shown = map[string]string{
	"collections.name": "", "collections.emoji": "", "collections.description": catalog.ShowDescriptions,
	"items.name": "", "items.description": catalog.ShowDescriptions,
	"collection_types.name": "", "categories.name": "", "sets.name": "", "series.name": "",
	"tags.name": catalog.ShowTags, "custom_fields.name": catalog.ShowCustomFields,
	"photos.caption": catalog.ShowPhotos, "photos.alt_text": catalog.ShowPhotos, "photos.width": catalog.ShowPhotos, "photos.height": catalog.ShowPhotos,
	"verifications.copies": "",
	"item_conditions.name": catalog.ShowCopies, "copies.quantity": catalog.ShowCopies, "copies.value_currency_code": catalog.ShowValues,
}

// unmarked are the columns that cannot hold a mark, and why.
var unmarked = map[string]string{
	"files.object":                   "the bytes of photos are found by it; what it holds is looked for instead",
	"items.custom_fields":            "holds marks of its own, of a public field and of a hidden one",
	"share_links.shows":              "says what is shown",
	"exports.object":                 "only files that are there have it; they are sent to members only",
	"verifications.made_at":          "shown, and days cannot be told apart",
	"verifications.entries":          "paths and hashes, which whoever has a pack compares",
	"api_keys.scopes":                "words of the service",
	"api_keys.collection_ids":        "ids",
	"api_keys.ends_at":               "only sessions have it",
	"loans.returned_at":              "only loans that have ended have it",
	"location_history.moved_at":      "the other days of a stay are marked",
	"items.tag_ids":                  "ids of tags, whose names have marks",
	"sets.target_count":              "too small to be told from other numbers",
	"accounts.trash_retention_days":  "the same",
	"accounts.under_insured_percent": "the same",
	"accounts.attention_days":        "the same",
	"collection_sums.slot":           "the same",
	"totals.slot":                    "the same",
}

// bare are the tables of which the world has no row.
var bare = map[string]string{
	"trials":        "accounts of a demo only",
	"import_rows":   "a job stages them, and nobody works here",
	"import_keys":   "the same",
	"import_parts":  "nothing was received of the file",
	"address_links": "mailed, and read by who has it", "password_resets": "the same", "earlier_resets": "the same",
	"known_addresses": "where users logged in from", "idempotency_keys": "repeated answers of a key",
	"trash_marks": "kept while an entry is written", "sample_objects": "which objects are a sample",
}

// markEverything writes a unique mark into every column of every table of an account: a text, a number
// or a day. Columns that refuse are noted. Triggers are off, so that no mark is derived from another.
const markEverything = `
	create table marks (n bigserial primary key, place text, kind text, failed text, listed boolean);
	create table unfilled (place text);
	set session_replication_role = replica;
	update photos set latitude = 1, longitude = 1; -- a photo has both or neither
	do $body$
	declare c record; mark text; sql text; changed bigint;
	begin
		for c in select k.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
				exists (select from pg_constraint r where r.conrelid = k.oid and r.contype = 'c' and a.attnum = any(r.conkey) and pg_get_constraintdef(r.oid) ~ 'ANY|~') as listed
			from pg_class k join pg_attribute a on a.attrelid = k.oid
			where k.relkind in ('r', 'p') and k.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
			and (k.relname = 'accounts' or exists (select from pg_attribute o where o.attrelid = k.oid and o.attname = 'account_id' and not o.attisdropped))
			and a.attname !~ '(^|_)id$' and format_type(a.atttypid, null) not in ('boolean', 'bytea', 'uuid')
			and not exists (select from pg_constraint f where f.conrelid = k.oid and f.contype = 'f' and a.attnum = any(f.conkey))
			and k.relname || '.' || a.attname not in ('accounts.suspended_at', 'users.suspended_at', 'files.object', 'items.custom_fields', 'share_links.shows', 'verifications.made_at', 'verifications.entries')
			order by 1, a.attnum
		loop
			insert into marks (place, kind, listed) values (c.table || '.' || c.column, c.type, c.listed) returning n into changed;
			mark := '''mark' || to_char(changed, 'FM0000') || 'end'' || translate(ctid::text, '',()'', ''x'')';
			sql := case
				when c.type in ('text', 'character varying') then mark
				when c.type = 'text[]' then 'array[' || mark || ']'
				when c.type = 'jsonb' then 'jsonb_build_object(''mark'', ' || mark || ')'
				when c.type = 'tsvector' then '(' || mark || ')::tsvector'
				when c.type in ('bigint', 'integer', 'numeric') then (61000000 + changed * 1000)::text || ' + (ctid::text::point)[1]::int % 1000'
				when c.type = 'double precision' then '61 + (' || changed || ' * 1000 + (ctid::text::point)[1]::int % 1000) / 1e6'
				when c.type in ('date', 'timestamp with time zone') then 'date ''2917-01-01'' + ' || changed
			end;
			begin
				execute format('update %I set %I = %s', c.table, c.column, sql);
			exception when others then
				begin
					execute format('update %I set %I = %s where %2$I is not null', c.table, c.column, sql);
					get diagnostics changed = row_count;
					if changed = 0 then raise; end if;
				exception when others then
					update marks set failed = sqlerrm where place = c.table || '.' || c.column;
				end;
			end;
		end loop;
		for c in select distinct split_part(place, '.', 1) as table from marks loop
			execute format('insert into unfilled select %L where not exists (select from %I)', c.table, c.table);
		end loop;
	end $body$;
	update items i set custom_fields = coalesce((
		select jsonb_object_agg(f.id::text, case when f.is_public then 'publicvalue' else 'hiddenvalue' end)
		from custom_fields f where f.account_id = i.account_id and f.collection_type_id = i.collection_type_id), '{}');
	update custom_fields set name = 'hiddenfield' || id where not is_public;`

// Whatever an account contains, visitors see only what the contract lists, neither on pages nor
// through searches. New columns and routes are covered.
func TestVisitorsLearnNothingElse(t *testing.T) {
	t.Parallel()
	e := exhibited(t, apitest.Settings{})
	e.Make(t, e.Fill("/api/items/{item}/tags"), apitest.M{"name": "Snowy"})
	e.Make(t, e.Fill("/api/copies/{copy}/documents"), apitest.M{"name": "Receipt", "document_type": "receipt", "external_url": "https://example.org/receipt"})
	values := apitest.M{}
	for _, public := range []bool{true, false} {
		values[e.Make(t, e.Fill("/api/collection-types/{collectionType}/custom-fields"), apitest.M{"name": "Field", "field_type": "text", "is_public": public})] = "Something"
	}
	e.Send(t, "PATCH", e.Fill("/api/items/{item}"), apitest.M{"custom_fields": values}).Want(t, http.StatusOK)
	links := map[string][]string{e.IDs["token"]: catalog.UsualShows}
	for _, shows := range append([][]string{{}, catalog.Shows}, each(catalog.Shows)...) {
		links[strings.TrimPrefix(e.link(t, shows...), "/s/")] = shows
	}
	apitest.Exec(t, e.Harness, markEverything)
	marks := e.marks(t)
	b, visited, told := e.browser(t), 0, map[string][]string{}
	for _, pattern := range e.openPatterns() {
		for token, shows := range links {
			e.IDs["token"] = token
			if strings.Contains(pattern, "{uuid}") {
				shows = catalog.UsualShows
			}
			for _, query := range []string{"", "?size=thumb", "?q=mark"} {
				answer := b.get(e.Fill(pattern) + query)
				if answer.StatusCode != http.StatusOK && (slices.Contains(shows, catalog.ShowPhotos) || !strings.Contains(pattern, "{photo}")) {
					t.Fatalf("%s: status %d", pattern, answer.StatusCode)
				}
				visited++
				learnt := e.learnt(marks, answer)
				for _, place := range learnt {
					if by, ok := shown[place]; !ok || by != "" && !slices.Contains(shows, by) {
						told[place+" by "+pattern] = shows
					}
				}
				if strings.HasSuffix(pattern, "/items/{item}") && len(shows) == len(catalog.Shows) {
					for place := range shown {
						if !slices.Contains(learnt, place) && !strings.HasPrefix(place, "collections.") && !strings.HasPrefix(place, "verifications.") {
							t.Errorf("%s does not show %s: are the marks found?", pattern, place)
						}
					}
				}
			}
		}
	}
	for what, shows := range told {
		t.Errorf("visitors of a link that shows %v learn %s", shows, what)
	}
	if visited < 100 {
		t.Errorf("only %d answers were looked at", visited)
	}
	for place, mark := range marks {
		if !strings.HasPrefix(mark, "mark") {
			continue
		}
		answer := b.get(e.Fill("/api/public/collections/{uuid}/items?q=")+mark).want(t, http.StatusOK)
		if found := !strings.Contains(answer.body, `"data":[]`); found != (place == "items.sort_name") {
			t.Errorf("a search for what is in %s finds something: %t", place, found)
		}
	}
}

// each makes a list of each text.
func each(all []string) (lists [][]string) {
	for _, one := range all {
		lists = append(lists, []string{one})
	}
	return lists
}

// openPatterns are the paths that need no account: of the API, and pages.
func (e exhibition) openPatterns() (paths []string) {
	for pattern := range e.Contract.Operations {
		if path, ok := strings.CutPrefix(pattern, "GET "); ok && (strings.HasPrefix(path, "/api/public/") || strings.HasPrefix(path, "/api/shared/")) {
			paths = append(paths, path)
		}
	}
	for _, p := range e.pages.Pages {
		if p.Visits() {
			paths = append(paths, strings.TrimPrefix(p.Pattern, "GET "))
		}
	}
	slices.Sort(paths)
	return paths
}

// marks are the marks by column: the beginning of a text or of a number.
func (e exhibition) marks(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, row := range apitest.Column[[]string](t, e.Harness, `select array[place, kind, coalesce(failed, ''), listed::text,
		case when kind in ('bigint', 'integer', 'numeric', 'double precision') then '61' || to_char(n, 'FM000') when kind ~ '^(date|time)' then '2917' else 'mark' || to_char(n, 'FM0000') || 'end' end] from marks`) {
		place, kind, failed, listed, mark := row[0], row[1], row[2], row[3] == "true", row[4]
		_, known := unmarked[place]
		switch {
		case failed == "" && known:
			t.Errorf("%s holds a mark by now, it need not be among unmarked", place)
		case failed == "":
			all[place] = mark
		case !listed && !known:
			t.Errorf("%s (%s) holds no mark: %s. Say in unmarked why visitors cannot learn it", place, kind, failed)
		}
	}
	for _, table := range apitest.Column[string](t, e.Harness, `select place from unfilled`) {
		if _, known := bare[table]; !known {
			t.Errorf("the world has no %s: let it have one (test/fixture), or say in bare why not", table)
		}
		maps.DeleteFunc(all, func(place, _ string) bool { return strings.HasPrefix(place, table+".") })
	}
	for n, name := range apitest.Column[string](t, e.Harness, `select object from files union select encode(token_hash, 'hex') from share_links union select encode(sha256, 'hex') from files`) {
		all["files.object or a hash "+string(rune('a'+n))] = name
	}
	all["a hidden field"], all["the value of a hidden field"] = "hiddenfield", "hiddenvalue"
	return all
}

var (
	grouping = regexp.MustCompile(`(\d)[.,'\x{a0}\x{202f}](\d)`)
	amount   = regexp.MustCompile(`\b61\d{6}\b`)
	moment   = regexp.MustCompile(`\b29[89]\d{8}\b`) // a day of 2917 in seconds
)

// learnt are the columns whose marks an answer or its headers contain.
func (e exhibition) learnt(marks map[string]string, answer seen) (places []string) {
	var text strings.Builder
	for name, values := range answer.Header {
		if name != "Date" && name != "Content-Length" {
			text.WriteString(strings.Join(values, "\n") + "\n")
		}
	}
	text.WriteString(answer.body)
	plain := strings.ToLower(strings.NewReplacer(e.IDs["token"], "", e.IDs["uuid"], "").Replace(text.String()))
	for range 2 { // neighbours share a digit
		plain = grouping.ReplaceAllString(plain, "$1$2")
	}
	if moment.MatchString(plain) {
		places = append(places, "a time")
	}
	numbers := amount.FindAllString(plain, -1)
	for place, mark := range marks {
		found := strings.Contains(plain, mark)
		if strings.HasPrefix(mark, "61") {
			found = slices.ContainsFunc(numbers, func(n string) bool { return strings.HasPrefix(n, mark) })
		}
		if found {
			places = append(places, place)
		}
	}
	return places
}
