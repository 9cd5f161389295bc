package process

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/pgtest"
	"vitrine/internal/testkind"
)

// A database of the oldest version that can be migrated gets the schema of a new one,
// and every row of it stays as it was.
func TestOldestDatabaseReachesTheBaseline(t *testing.T) {
	testkind.Nightly(t, "TestTooOldDatabaseIsRefused", "TestOlderBackupIsBroughtUpToDate")
	needHistory(t)
	oldest := builtAt(t, recorded(t, "oldest"))
	database, fresh := pgtest.Database(t), pgtest.Migrated(t)
	for _, args := range [][]string{{"migrate"}, {"demo", "--items=300"}} {
		c := command(database, nil, args...)
		c.Path = oldest
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	from := scalar[int64](t, database, `select max(version_id) from goose_db_version`)
	columns := columnsOf(t, database)
	before := oldRows(t, database, columns)
	operate(t, database, "migrate")
	after := oldRows(t, database, columns)
	rows := 0
	for table, hash := range before {
		var n int
		_, _ = fmt.Sscan(hash, &n)
		rows += n
		if after[table] != hash {
			t.Errorf("%s had %s and has %s", table, hash, after[table])
		}
	}
	if len(before) < 50 || rows < 5000 {
		t.Errorf("only %d rows of %d tables were compared", rows, len(before))
	}
	got, want := pgtest.Shape(t, database), pgtest.Shape(t, fresh)
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("the schema lacks\n%s", line)
		}
	}
	for _, line := range got {
		if !slices.Contains(want, line) {
			t.Errorf("the schema still has\n%s", line)
		}
	}
	if report := operate(t, database, "doctor", "--repair"); !strings.Contains(report, "1 accounts were counted, 0 were wrong") {
		t.Errorf("the doctor is not content:\n%s", report)
	}
	t.Logf("from schema %d: %d rows of %d tables compared", from, rows, len(before))
}

// columnsOf has the columns of every table of ours.
func columnsOf(t *testing.T, database string) map[string]string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	rows, _ := conn.Query(t.Context(), `
		select c.relname::text, string_agg(format('%I', a.attname), ',' order by a.attnum)
		from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
		where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname !~ '^(goose|river)' group by c.relname`)
	columns, table, names := map[string]string{}, "", ""
	_, err = pgx.ForEachRow(rows, []any{&table, &names}, func() error {
		columns[table] = names
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return columns
}

// oldRows has the number of rows of every table and a hash of them.
func oldRows(t *testing.T, database string, columns map[string]string) map[string]string {
	t.Helper()
	hashes := map[string]string{}
	for table, names := range columns {
		hashes[table] = scalar[string](t, database, `select count(*) || ' ' || coalesce(sum(hashtextextended(row(`+names+`)::text, 0)), 0)::text from `+table)
	}
	return hashes
}
