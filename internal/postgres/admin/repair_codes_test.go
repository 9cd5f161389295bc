package admin_test

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/admin"
)

// Values that were there before codes have theirs after the upgrade, and values that a program of the
// release before wrote meanwhile have theirs after a repair.
func TestCodesAreFilledAndRepaired(t *testing.T) {
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
	codes := func(want string) {
		t.Helper()
		var got string
		err := conn.QueryRow(t.Context(), `select coalesce(string_agg(account_id || ' ' || custom_field_id || ' ' || code, ', ' order by account_id, custom_field_id), '') from item_values where code is not null`).Scan(&got)
		if err != nil || got != want {
			t.Errorf("the codes are %q, %v, not %q", got, err, want)
		}
	}
	for _, account := range []string{"1", "2"} {
		do(strings.ReplaceAll(`insert into accounts (id, name) values (~, 'A');
			insert into users (account_id, id, role, first_name, last_name, email, password_hash) values (~, ~, 'owner', 'A', 'B', '~@example.org', 'x');
			insert into collections (account_id, id, name, emoji, visibility, currency) values (~, ~, 'C', '📦', 'private', 'EUR');
			insert into collection_types (account_id, id, name, color) values (~, ~, 'T', '#000000');
			insert into custom_fields (account_id, id, collection_type_id, name, field_type, position) select ~, n, ~, 'F' || n, kind, n from unnest(array['text', 'number', 'date', 'text']) with ordinality k (kind, n);
			insert into items (account_id, id, collection_id, collection_type_id, name, sort_name, search) values (~, ~, ~, ~, 'I', 'i', '');
			insert into item_values (account_id, item_id, custom_field_id, value) values (~, ~, 1, '"3-492-28157-5"'), (~, ~, 2, '4006381333931'), (~, ~, 3, '"2020-01-01"'), (~, ~, 4, '"9783492281578"')`, "~", account))
	}
	const filled = "1 1 9783492281577, 1 2 4006381333931, 2 1 9783492281577, 2 2 4006381333931"
	codes("")
	do(`delete from applied_functions where file = 'filled: codes of values'`)
	if err := admin.Migrate(t.Context(), url, 0, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	codes(filled)
	do(`update item_values set code = 5 where custom_field_id in (1, 4)`, `update item_values set code = null where custom_field_id = 2`)
	for _, want := range []string{" 6 were wrong", " 0 were wrong"} {
		if got := admin.RepairCodes(t.Context(), url); got.Advice != "" || !strings.Contains(got.What, want) {
			t.Errorf("the repair says %+v, not %q", got, want)
		}
	}
	codes(filled)
}
