package admin_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/identity"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/admin"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/people"
)

// Totals made wrong with triggers bypassed are recounted; correct ones are left
// alone.
func TestRepairTotals(t *testing.T) {
	t.Parallel()
	url := pgtest.Migrated(t)
	db, err := engine.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, email := range []string{"a@example.org", "b@example.org"} {
		in := identity.Registration{FirstName: "Ada", LastName: "Byron", Email: email, DeviceName: "Test"}
		if err := people.Register(t.Context(), db, in, "hash", identity.NewToken()); err != nil {
			t.Fatal(err)
		}
	}
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), `
		insert into locations (account_id, name, emoji) select account_id, 'Shelf', '📦' from users, generate_series(1, 3) where email = 'a@example.org';
		update totals set n = 7 where list = 'locations';
		insert into totals select account_id, 'items', 0, 3, 5 from users where email = 'b@example.org';
		insert into totals select account_id, 'photos', 0, 1, 2 from users where email = 'b@example.org'`); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"the totals of 2 accounts were counted, 3 were wrong", "the totals of 2 accounts were counted, 0 were wrong"} {
		if got := admin.RepairTotals(t.Context(), url); got.Advice != "" || !strings.HasPrefix(got.What, want) {
			t.Errorf("%+v, want %s", got, want)
		}
	}
}

// The copies at a location are counted when they come, move and go, and when the
// location goes.
func TestCopiesAreCountedByLocation(t *testing.T) {
	t.Parallel()
	url := pgtest.Migrated(t)
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	for _, step := range []struct{ sql, want string }{
		{`insert into accounts (id, name) values (1, 'A'); insert into collections (account_id, id, name, emoji, visibility, currency) values (1, 1, 'C', '📦', 'private', 'EUR');
			insert into items (account_id, id, collection_id, name, sort_name, search) values (1, 1, 1, 'a', 'a', ''), (1, 2, 1, 'b', 'b', '');
			insert into locations (account_id, id, name, emoji) values (1, 1, 'Shelf', '📦'), (1, 2, 'Box', '📦');
			insert into copies (account_id, id, item_id, location_id, status, quantity, search)
			select 1, n, 1 + n % 2, case n when 5 then null else 1 + n % 2 end, 'owned', 1, '' from generate_series(1, 9) n`, "1: 4, 2: 4"},
		{`update copies set note = 'as it was'`, "1: 4, 2: 4"},
		{`update copies set location_id = 1 where id < 4`, "1: 6, 2: 2"},
		{`update copies set location_id = null where id = 2`, "1: 5, 2: 2"},
		{`update copies set location_id = 2 where id = 5`, "1: 5, 2: 3"},
		{`delete from copies where id = 4`, "1: 4, 2: 3"},
		{`delete from items where id = 1`, "1: 2, 2: 3"},
		{`delete from locations where id = 2`, "1: 2, 2: 0"},
	} {
		var got string
		if _, err := conn.Exec(t.Context(), step.sql); err != nil {
			t.Fatal(step.sql, err)
		}
		if err := conn.QueryRow(t.Context(), `select string_agg(parent_id || ': ' || n, ', ' order by parent_id) from (
			select parent_id, sum(n) as n from totals where list = 'location_copies' group by 1) t`).Scan(&got); err != nil {
			t.Fatal(err)
		}
		if got != step.want {
			t.Errorf("%s: %s, want %s", step.sql, got, step.want)
		}
	}
	if got := admin.RepairTotals(t.Context(), url); !strings.Contains(got.What, "0 were wrong") {
		t.Errorf("%+v", got)
	}
	if _, err := conn.Exec(t.Context(), `delete from accounts`); err != nil {
		t.Fatal(err)
	}
}
