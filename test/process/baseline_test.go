package process

import (
	"fmt"
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
	got, want := schemaLines(t, database), schemaLines(t, fresh)
	for line := range want {
		if !got[line] {
			t.Errorf("the schema lacks\n%s", line)
		}
	}
	for line := range got {
		if !want[line] {
			t.Errorf("the schema has still\n%s", line)
		}
	}
	if report := operate(t, database, "doctor", "--repair"); !strings.Contains(report, "1 account was counted, 0 were wrong") && !strings.Contains(report, "1 accounts were counted, 0 were wrong") {
		t.Errorf("the doctor is not content:\n%s", report)
	}
	t.Logf("from schema %d: %d rows of %d tables compared", from, rows, len(before))
}

// columnsOf has the columns of every table of ours.
func columnsOf(t *testing.T, database string) map[string]string {
	t.Helper()
	columns := map[string]string{}
	for line := range linesOf(t, database, `
		select c.relname || ' ' || string_agg(format('%I', a.attname), ',' order by a.attnum)
		from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
		where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname !~ '^(goose|river)' group by c.relname`) {
		table, names, _ := strings.Cut(line, " ")
		columns[table] = names
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

// schemaLines describes columns, constraints, indexes, policies, functions and triggers.
func schemaLines(t *testing.T, database string) map[string]bool {
	t.Helper()
	return linesOf(t, database, `
		select format('%s.%s %s %s %s %s', a.attrelid::regclass, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, pg_get_expr(d.adbin, d.adrelid))
		from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
		where a.attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r') and a.attnum > 0 and not a.attisdropped
		union all select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint where connamespace = 'public'::regnamespace
		union all select pg_get_indexdef(indexrelid) from pg_index join pg_class c on c.oid = indexrelid where relnamespace = 'public'::regnamespace
		union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
		union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
		union all select format('%s %s %s', tablename, policyname, qual) from pg_policies where schemaname = 'public'`)
}

// linesOf is what a query answers, in no order.
func linesOf(t *testing.T, database, query string) map[string]bool {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	rows, _ := conn.Query(t.Context(), query)
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	set := map[string]bool{}
	for _, line := range all {
		set[line] = true
	}
	return set
}
