package admin_test

import (
	"log/slog"
	"strings"
	"testing"

	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/admin"
)

// Objects that were there before they had uuids get one each, also those in the trash, and
// nothing else about them changes.
func TestOldObjectsGetUUIDs(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	if err := admin.MigrateTo(t.Context(), url, 79, 0); err != nil {
		t.Fatal(err)
	}
	execute(t, url, `
		insert into accounts (name) select 'Account ' || n from generate_series(1, 2) n;
		insert into users (account_id, role, first_name, last_name, email, password_hash) select id, 'owner', 'Ada', 'Byron', 'u' || id || '@example.org', 'x' from accounts;
		insert into collections (account_id, name, emoji, visibility, currency) select id, 'Comics', '📦', 'private', 'EUR' from accounts;
		insert into locations (account_id, name, emoji) select id, 'Shelf', '📦' from accounts;
		insert into items (account_id, collection_id, name, sort_name, search) select account_id, id, 'Item ' || n, 'item', ''::tsvector from collections, generate_series(1, 2500) n;
		insert into copies (account_id, item_id, status, quantity, location_id, search)
			select i.account_id, i.id, 'owned', 1, l.id, ''::tsvector from items i join locations l on l.account_id = i.account_id where i.name like '%7';
		insert into loans (account_id, copy_id, direction, status, party, loaned_at, include_in_provenance)
			select account_id, min(id), 'outgoing', 'active', 'Jo', '2026-01-01', true from copies group by account_id;
		insert into trash_entries (account_id, relation, object_type, object_id, name, name_key, counts, deleted_by_name) select id, 'tags', 'tag', 7, 'Red', 'red', '{}', 'Ada' from accounts;
		insert into trash_rows (account_id, relation, key, entry_id, row_id, root, content)
			select account_id, 'tags', '7', id, 7, true, jsonb_build_object('account_id', account_id, 'id', 7, 'name', 'Red', 'name_key', 'red', 'color', '#6B7280', 'created_at', now(), 'updated_at', now()) from trash_entries`)
	const others = `select md5(string_agg(line, '' order by line)) from (
		select (to_jsonb(i) - 'uuid')::text as line from items i union all select (to_jsonb(c) - 'uuid')::text from copies c
		union all select (to_jsonb(l) - 'uuid')::text from loans l union all select (to_jsonb(e) - 'uuid')::text from provenance_events e
		union all select (to_jsonb(h) - 'uuid')::text from location_history h) q`
	before := text(t, url, others)
	if err := admin.Migrate(t.Context(), url, 0, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	if after := text(t, url, others); after != before {
		t.Error("something else about the rows has changed")
	}
	for _, table := range strings.Fields("accounts collections locations items copies loans location_history provenance_events") {
		if n := text(t, url, `select count(*) - count(distinct uuid) || ' of ' || (count(*) > 0)::text from `+table); n != "0 of true" {
			t.Errorf("%s without a uuid of their own: %s", table, n)
		}
	}
	if n := text(t, url, `select count(distinct content ->> 'uuid')::text from trash_rows`); n != "2" {
		t.Errorf("%s rows in the trash have a uuid", n)
	}
	for _, sql := range []string{`update items set uuid = null where name = 'Item 1'`, `update items set uuid = (select min(o.uuid::text)::uuid from items o where o.account_id = items.account_id) where name = 'Item 2'`} {
		if _, err := connect(t, url).Exec(t.Context(), sql); err == nil {
			t.Errorf("%s is accepted", sql)
		}
	}
}
