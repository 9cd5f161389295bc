package pgtest

import (
	"testing"

	"github.com/jackc/pgx/v5"
)

// Shape describes tables, columns, constraints, indexes, triggers, functions and policies,
// each in a line; two schemas are the same if their shapes are. The table that records
// migrations is left out: goose names its sequence as it comes.
func Shape(t testing.TB, url string) []string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	rows, _ := conn.Query(t.Context(), `
		select line from (
			select format('%s %s %s %s %s', c.relname, c.relkind, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity) as line from pg_class c where relnamespace = 'public'::regnamespace
			union all select format('%s.%s %s %s %s %s %s', a.attrelid::regclass, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, pg_get_expr(d.adbin, d.adrelid), substring(a.attoptions::text from 'n_distinct=[^,}]+'))
				from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
				where a.attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace) and a.attnum > 0 and not a.attisdropped
			union all select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint where connamespace = 'public'::regnamespace
			union all select pg_get_indexdef(indexrelid) from pg_index join pg_class c on c.oid = indexrelid where relnamespace = 'public'::regnamespace
			union all select format('%s %s', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal
			union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
			union all select format('%s %s %s %s %s %s', tablename, policyname, cmd, roles, qual, with_check) from pg_policies where schemaname = 'public'
		) everything where line !~ 'goose_db_version' order by line`)
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(lines) < 500 {
		t.Fatalf("%d lines, %v", len(lines), err)
	}
	return lines
}
