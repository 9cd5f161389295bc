package engine_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/pgtest"
)

// function is one of our functions in PostgreSQL's catalogue.
type function struct {
	Name, Language string
	Definition     string   // as pg_dump would write it
	Path           *string  // its search_path; nil means that of the caller
	Calls          []string // what calls it that pg_restore evaluates while it loads: generated columns, indexes, checks, defaults
	Definer        bool     // runs with its owner's rights
}

// functions asks PostgreSQL itself, with the empty search_path of pg_restore.
func functions(t *testing.T, tx pgx.Tx) []function {
	t.Helper()
	rows, _ := tx.Query(t.Context(), `
		select p.oid::regprocedure::text as name, l.lanname as language, pg_get_functiondef(p.oid) as definition, p.prosecdef as definer,
			(select substr(c, length('search_path=') + 1) from unnest(p.proconfig) c where starts_with(c, 'search_path=')) as path,
			array(select pg_describe_object(d.classid, d.objid, d.objsubid) from pg_depend d
				where d.refclassid = 'pg_proc'::regclass and d.refobjid = p.oid and d.classid <> 'pg_trigger'::regclass) as calls
		from pg_proc p join pg_language l on l.oid = p.prolang
		where p.pronamespace = 'public'::regnamespace
		  and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
		order by 1`)
	found, err := pgx.CollectRows(rows, pgx.RowToStructByName[function])
	if err != nil || len(found) < 80 {
		t.Fatalf("%d functions, %v", len(found), err)
	}
	return found
}

// pg_restore works with an empty search_path, so our functions must not depend on it. PostgreSQL
// checks the names in SQL functions on creation, those in PL/pgSQL only when they run, so these set
// their own.
func TestFunctionsFindWhatTheyName(t *testing.T) {
	t.Parallel()
	conn, err := pgx.Connect(t.Context(), pgtest.Migrated(t))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	tx, err := conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(t.Context()) }()
	if _, err := tx.Exec(t.Context(), `set local search_path = ''`); err != nil {
		t.Fatal(err)
	}
	evaluated := 0
	for _, f := range functions(t, tx) {
		evaluated += len(f.Calls)
		switch {
		case f.Path != nil && *f.Path != "public, pg_temp":
			t.Errorf("%s looks in %s, and must look in its schema, then for temporary tables: set search_path from current", f.Name, *f.Path)
		case f.Path == nil && (f.Language != "sql" || f.Definer):
			t.Errorf("%s does not say where it looks for tables and functions: set search_path from current", f.Name)
		case f.Path != nil && slices.ContainsFunc(f.Calls, func(by string) bool { return !strings.HasPrefix(by, "function ") }):
			t.Errorf("%s is evaluated for every row of %v, and a search_path costs more than its work: write its body without quotes", f.Name, f.Calls)
		}
		err := pgx.BeginFunc(t.Context(), tx, func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), f.Definition)
			return err
		})
		if err != nil {
			t.Errorf("%s, made anew with an empty search_path, called by %v: %v", f.Name, f.Calls, err)
		}
	}
	if evaluated == 0 {
		t.Error("no function is called by a generated column, though sort_key is one")
	}
}
