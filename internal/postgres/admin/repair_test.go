package admin_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/identity"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/admin"
)

// Totals made wrong with triggers bypassed are recounted; correct ones are left
// alone.
func TestRepairTotals(t *testing.T) {
	t.Parallel()
	url := pgtest.Migrated(t)
	db, err := postgres.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, email := range []string{"a@example.org", "b@example.org"} {
		in := identity.Registration{FirstName: "Ada", LastName: "Byron", Email: email, DeviceName: "Test"}
		if err := db.Register(t.Context(), in, "hash", identity.NewToken()); err != nil {
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
