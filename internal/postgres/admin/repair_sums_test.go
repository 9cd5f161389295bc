package admin_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/admin"
)

// Sums of collections follow their copies, and are recomputed after somebody bypassed the triggers.
func TestSumsOfCollectionsAreCountedAnew(t *testing.T) {
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
	sums := func(want string) {
		t.Helper()
		var got string
		err := conn.QueryRow(t.Context(), `select coalesce(string_agg(concat_ws(' ', collection_id, currency_code, copies, held, quantity, value), ', ' order by collection_id, currency_code), '') from (
			select collection_id, currency_code, sum(copies) as copies, sum(held) as held, sum(quantity) as quantity, sum(value) as value from collection_sums group by 1, 2
		) s where copies <> 0 or held <> 0 or quantity <> 0 or value <> 0`).Scan(&got)
		if err != nil || got != want {
			t.Errorf("the sums are %q, %v, not %q", got, err, want)
		}
	}
	do(`insert into accounts (id, name) values (1, 'A')`,
		`insert into users (account_id, id, role, first_name, last_name, email, password_hash) values (1, 1, 'owner', 'A', 'B', 'a@example.org', 'x')`,
		`insert into collections (account_id, id, name, emoji, visibility, currency) values (1, 1, 'C', '📦', 'private', 'EUR'), (1, 2, 'D', '📦', 'private', 'EUR')`,
		`insert into items (account_id, id, collection_id, name, sort_name, search) values (1, 1, 1, 'I', 'i', ''), (1, 2, 1, 'J', 'j', '')`,
		`insert into copies (account_id, id, item_id, status, quantity, search) select 1, n, 1 + n / 3, 'owned', n, '' from generate_series(1, 4) n`)
	sums("1  4 4 10 0")
	do(`insert into valuations (account_id, copy_id, type, amount, valued_at, currency_code, confidence) select 1, n, 'other', 100, '2026-01-02', 'EUR', 'unknown' from generate_series(2, 4) n`)
	sums("1  1 1 1 0, 1 EUR 3 3 9 900")
	do(`update copies set status = 'sold' where id = 4`, `update copies set quantity = 5 where id = 3`)
	sums("1  1 1 1 0, 1 EUR 3 2 7 700")
	do(`update items set collection_id = 2 where id = 2`)
	sums("1  1 1 1 0, 1 EUR 1 1 2 200, 2 EUR 2 1 5 500")
	do(`begin isolation level repeatable read`, `update items set collection_id = 1 where id = 2`, `commit`, `delete from copies where id = 4`)
	sums("1  1 1 1 0, 1 EUR 2 2 7 700")
	do(`delete from items where id = 2`)
	sums("1  1 1 1 0, 1 EUR 1 1 2 200")

	do(`set session_replication_role = replica`, `update collection_sums set value = value + 5, copies = 7 where currency_code = 'EUR'`,
		`insert into collection_sums values (1, 2, 'USD', 3, 1, 1, 1, 1)`, `reset session_replication_role`)
	for _, want := range []string{" 3 were wrong", " 0 were wrong"} {
		if got := admin.RepairSums(t.Context(), url); got.Advice != "" || !strings.Contains(got.What, want) {
			t.Errorf("%+v, not %q", got, want)
		}
	}
	sums("1  1 1 1 0, 1 EUR 1 1 2 200")
	do(`delete from collections where id = 1`)
	sums("")
}
