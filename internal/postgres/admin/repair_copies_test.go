package admin_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/admin"
)

// Values, costs and loans of copies are recomputed after somebody bypassed the triggers.
func TestCopiesAreCountedAnew(t *testing.T) {
	t.Parallel()
	url := pgtest.Migrated(t)
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	for _, sql := range []string{
		`insert into accounts (id, name) values (1, 'A')`,
		`insert into users (account_id, id, role, first_name, last_name, email, password_hash) values (1, 1, 'owner', 'A', 'B', 'a@example.org', 'x')`,
		`insert into collections (account_id, id, name, emoji, visibility, currency) values (1, 1, 'C', '📦', 'private', 'EUR')`,
		`insert into items (account_id, id, collection_id, name, sort_name, search) values (1, 1, 1, 'I', 'i', '')`,
		`insert into copies (account_id, id, item_id, status, quantity, search) select 1, n, 1, 'owned', 1, '' from generate_series(1, 3) n`,
		`insert into valuations (account_id, copy_id, type, amount, valued_at, currency_code, confidence) select 1, n, 'other', n, '2026-01-02', 'EUR', 'unknown' from generate_series(1, 3) n`,
		`insert into transactions (account_id, copy_id, type, occurred_at, amount, currency_code) values (1, 1, 'purchase', '2026-01-02', 7, 'EUR'), (1, 1, 'sale', '2026-01-02', 9, 'EUR')`,
		`insert into valuations (account_id, copy_id, type, amount, valued_at, currency_code, confidence) values (1, 3, 'other', 5, '2025-01-02', 'EUR', 'unknown')`,
		`set session_replication_role = replica`,
		`update valuations set superseded_at = null where amount = 5`,
		`update copies set estimated_value = 99, borrowed = true where id = 2`,
		`update copies set cost_amount = null, proceeds_amount = 1 where id = 1`,
	} {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	for _, want := range []string{"those of 3 were", "those of 0 were"} {
		if got := admin.RepairCopies(t.Context(), url); got.Advice != "" || !strings.Contains(got.What, want) {
			t.Errorf("%+v, not %q", got, want)
		}
	}
	var shown string
	err = conn.QueryRow(t.Context(), `select string_agg(concat_ws(' ', id, estimated_value, cost_amount, proceeds_amount, cost_currency_code, borrowed), ', ' order by id) from copies`).Scan(&shown)
	if want := "1 1 7 9 EUR f, 2 2 f, 3 3 f"; err != nil || shown != want {
		t.Errorf("the copies show %s, %v, not %s", shown, err, want)
	}
	err = conn.QueryRow(t.Context(), `select string_agg(id || ' ' || superseded_at, ', ') from valuations`).Scan(&shown)
	if want := "4 2026-01-02"; err != nil || shown != want {
		t.Errorf("superseded are %s, %v, not %s", shown, err, want)
	}
}
