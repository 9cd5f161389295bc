package engine_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/pgtest"
)

// pg_restore restores every row of every table that pg_dump wrote, without a warning.
func TestDumpIsRestored(t *testing.T) {
	t.Parallel()
	from, to := filled(t), pgtest.Database(t)
	server, dump := major(t, to), filepath.Join(t.TempDir(), "dump")
	run(t, server, "pg_dump", "--format=directory", "--compress=1", "--file="+dump, "--dbname="+from)
	run(t, server, "pg_restore", "--exit-on-error", "--jobs=2", "--dbname="+to, dump)
	want, got := tableHashes(t, from), tableHashes(t, to)
	for table, hash := range want {
		if got[table] != hash {
			t.Errorf("%s has %s and had %s", table, got[table], hash)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d tables came back of %d", len(got), len(want))
	}
}

// run runs a program of PostgreSQL, of the version of the server.
func run(t *testing.T, major int, name string, args ...string) {
	t.Helper()
	dirs, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	for _, dir := range append(dirs, os.Getenv("PG_BINDIR"), "/usr/local/pgsql/bin", "/opt/homebrew/bin", "/usr/bin") {
		path := filepath.Join(dir, name)
		if said, err := exec.Command(path, "--version").Output(); err != nil || !strings.Contains(string(said), fmt.Sprintf("(PostgreSQL) %d.", major)) {
			continue
		}
		if out, err := exec.Command(path, args...).CombinedOutput(); err != nil || len(out) > 0 {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		return
	}
	t.Fatalf("there is no %s of PostgreSQL %d; install it (Debian: apt-get install postgresql) or set PG_BINDIR", name, major)
}

// major is the version of the server.
func major(t *testing.T, url string) (n int) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if err := conn.QueryRow(t.Context(), `select current_setting('server_version_num')::int / 10000`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// tableHashes has the number of rows of every table and a hash of their contents, including generated
// columns, in any order.
func tableHashes(t *testing.T, url string) map[string]string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	rows, _ := conn.Query(t.Context(), `select c.oid::regclass::text from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`)
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(tables) < 60 {
		t.Fatalf("tables %v, %v", tables, err)
	}
	hashes, empty := map[string]string{}, 0
	for _, table := range tables {
		var n int64
		var hash string
		if err := conn.QueryRow(t.Context(), `select count(*), coalesce(sum(hashtextextended(t::text, 0)), 0)::text from `+table+` t`).Scan(&n, &hash); err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			empty++
		}
		hashes[table] = fmt.Sprintf("%d rows (%s)", n, hash)
	}
	if empty > 10 {
		t.Errorf("%d of %d tables are empty: %v", empty, len(tables), hashes)
	}
	return hashes
}
