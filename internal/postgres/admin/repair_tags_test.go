package admin_test

import (
	"crypto/rand"
	"strconv"
	"strings"
	"testing"

	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/admin"
)

// The column of tags follows the recorded ones, and is rewritten after somebody bypassed the triggers.
func TestTagsOfItemsAreAColumn(t *testing.T) {
	t.Parallel()
	url := pgtest.Migrated(t)
	conn := connect(t, url)
	after := func(want string, all ...string) {
		t.Helper()
		for _, sql := range all {
			if _, err := conn.Exec(t.Context(), sql); err != nil {
				t.Fatalf("%s: %v", sql, err)
			}
		}
		var got string
		if err := conn.QueryRow(t.Context(), `select string_agg(tag_ids::text, ' ' order by id) from items`).Scan(&got); err != nil || got != want {
			t.Errorf("after %v the tags are %q, %v, not %q", all, got, err, want)
		}
	}
	after("{} {}", `insert into accounts (id, name) values (1, 'A')`,
		`insert into users (account_id, id, role, first_name, last_name, email, password_hash) values (1, 1, 'owner', 'A', 'B', 'a@example.org', 'x')`,
		`insert into collections (account_id, id, name, emoji, visibility, currency) values (1, 1, 'C', '📦', 'private', 'EUR')`,
		`insert into items (account_id, id, collection_id, name, sort_name, search) values (1, 1, 1, 'I', 'i', ''), (1, 2, 1, 'J', 'j', '')`,
		`insert into tags (account_id, id, name, name_key) values (1, 1, 'x', 'x'), (1, 2, 'y', 'y'), (1, 3, 'z', 'z')`)
	after("{1,3} {2}", `insert into item_tags (account_id, item_id, tag_id) values (1, 1, 3), (1, 2, 2), (1, 1, 1)`)
	after("{1,3} {3}", `update item_tags set tag_id = 3 where item_id = 2`)
	after("{1} {}", `delete from tags where id = 3`)
	after("{1} {1,2}", `set session_replication_role = replica`, `update items set tag_ids = '{1,2}' where id = 2`, `reset session_replication_role`)
	for _, want := range []string{" 1 were wrong", " 0 were wrong"} {
		if found := admin.RepairTags(t.Context(), url); found.Advice != "" || !strings.Contains(found.What, want) {
			t.Errorf("found %+v, want%s", found, want)
		}
	}
	after("{1} {}")
}

// The migration that makes the column fills it for every account, also where the owner of
// the tables is subject to row security.
func TestTheColumnOfTagsIsFilled(t *testing.T) {
	t.Parallel()
	d := owned(t, "tags_"+strings.ToLower(rand.Text()[:8]), pgtest.Database(t))
	if err := admin.MigrateTo(t.Context(), d.plain, 140, 0); err != nil {
		t.Fatal(err)
	}
	const accounts = 25 // more than PostgreSQL reads ahead
	execute(t, d.admin, `alter table item_tags disable trigger user; alter table items disable trigger user;
		insert into accounts (id, name) select n, 'A' from generate_series(1, 25) n;
		insert into users (account_id, role, first_name, last_name, email, password_hash) select n, 'owner', 'A', 'B', n || '@example.org', 'x' from generate_series(1, 25) n;
		insert into collections (account_id, id, name, emoji, visibility, currency) select n, 1, 'C', '📦', 'private', 'EUR' from generate_series(1, 25) n;
		insert into items (account_id, id, collection_id, name, sort_name, search) select n, 1, 1, 'I', 'i', '' from generate_series(1, 25) n;
		insert into tags (account_id, id, name, name_key) select n, t, t, t from generate_series(1, 25) n, generate_series(1, 2) t;
		insert into item_tags (account_id, item_id, tag_id) select n, 1, t from generate_series(1, 25) n, generate_series(1, 2) t;
		alter table item_tags enable trigger user; alter table items enable trigger user`)
	if err := admin.MigrateTo(t.Context(), d.plain, 141, 0); err != nil {
		t.Fatal(err)
	}
	if filled := text(t, d.admin, `select count(*)::text from items where tag_ids = '{1,2}'`); filled != strconv.Itoa(accounts) {
		t.Errorf("%s of %d accounts are filled", filled, accounts)
	}
}
