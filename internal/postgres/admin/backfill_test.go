package admin_test

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/admin"
)

// Items that were written before the triggers of their keys have them after the upgrade, those of the
// second page, too. It is done once.
func TestKeysOfItemsAreFilled(t *testing.T) {
	t.Parallel()
	url := pgtest.Migrated(t)
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	do := func(all ...string) {
		t.Helper()
		for _, sql := range all {
			if _, err := conn.Exec(t.Context(), sql); err != nil {
				t.Fatalf("%s: %v", sql, err)
			}
		}
	}
	do(`insert into accounts (id, name) values (1, 'A')`,
		`insert into users (account_id, id, role, first_name, last_name, email, password_hash) values (1, 1, 'owner', 'A', 'B', 'a@example.org', 'x')`,
		`insert into collections (account_id, id, name, emoji, visibility, currency) values (1, 1, 'C', '📦', 'private', 'EUR')`,
		`insert into tags (account_id, id, name, name_key, color) values (1, 7, 'T', 't', '#000000')`,
		`set session_replication_role = replica`,
		`insert into items (account_id, id, collection_id, name, sort_name, search) select 1, n, 1, 'I' || n, 'i', '' from generate_series(1, 1200) n`,
		`insert into copies (account_id, id, item_id, status, quantity, search) select 1, n, n, 'owned', 1, '' from generate_series(1, 1200) n`,
		`insert into item_tags (account_id, item_id, tag_id) select 1, n, 7 from generate_series(1, 1200, 3) n`,
		`reset session_replication_role`)
	fill := func(want int) {
		t.Helper()
		if err := admin.Migrate(t.Context(), url, 0, slog.New(slog.DiscardHandler)); err != nil {
			t.Fatal(err)
		}
		var got int
		if err := conn.QueryRow(t.Context(), `select count(distinct item_id) from item_keys`).Scan(&got); err != nil || got != want {
			t.Errorf("%d items have keys, %v, not %d", got, err, want)
		}
	}
	fill(0)
	do(`delete from applied_functions where file = 'filled: keys of items'`)
	fill(1200)
	if got := admin.RepairKeys(t.Context(), url); !strings.Contains(got.What, "those of 0 were wrong") {
		t.Errorf("%+v", got)
	}
}
