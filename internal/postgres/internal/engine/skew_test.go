package engine_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/pgtest"
)

// If most accounts have one row of a kind, any index that begins with the account looks as good as the
// key, and PostgreSQL checked references by reading all twenty thousand rows of a large account. The
// statistics therefore say that an account has a hundred.
func TestReferencesAreCheckedByTheKeyAmongSmallAccounts(t *testing.T) {
	t.Parallel()
	conn, err := pgx.Connect(t.Context(), pgtest.Migrated(t))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), `
		set session_replication_role = replica;
		insert into locations (account_id, id, name, emoji) select n, n, 'Box', '' from generate_series(1, 3000) n;
		analyze locations;
		set plan_cache_mode = force_generic_plan;
		prepare referred (bigint, bigint) as select 1 from only locations x where account_id = $1 and id = $2 for key share of x`); err != nil {
		t.Fatal(err)
	}
	rows, _ := conn.Query(t.Context(), `explain execute referred (1, 2)`, pgx.QueryExecModeSimpleProtocol)
	plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || !strings.Contains(strings.Join(plan, "\n"), "locations_pkey") {
		t.Errorf("%s, %v", strings.Join(plan, "\n"), err)
	}
}

// Every table referenced by account and id has these statistics, except one that every request reads:
// there, creating a typed item took half as long again.
func TestEveryKeyOfAnAccountIsWorthItsIndex(t *testing.T) {
	t.Parallel()
	conn, err := pgx.Connect(t.Context(), pgtest.Migrated(t))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	rows, _ := conn.Query(t.Context(), `
		select distinct c.confrelid::regclass::text from pg_constraint c
		join pg_attribute a on a.attrelid = c.confrelid and a.attname = 'account_id'
		where c.contype = 'f' and c.connamespace = 'public'::regnamespace and coalesce(a.attoptions::text, '') !~ 'n_distinct'
		  and c.confrelid::regclass::text not in ('api_keys', 'users', 'collections', 'collection_types', 'custom_field_groups', 'custom_fields', 'items', 'copies', 'photos', 'files')`)
	if missing, err := pgx.CollectRows(rows, pgx.RowTo[string]); err != nil || len(missing) > 0 {
		t.Errorf("these do not say how many rows an account has: %v, %v", missing, err)
	}
}
