package admin_test

import (
	"strings"
	"sync"
	"testing"

	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/admin"
	"vitrine/internal/postgres/schema"
)

const body = `select prosrc from pg_proc where proname = 'refuse_records'`

// A function of another release is replaced by the program's, unless a later one made it.
func TestChangedFunctionsAreAppliedAgain(t *testing.T) {
	t.Parallel()
	url := pgtest.Migrated(t)
	ours := text(t, url, body)
	execute(t, url, `create or replace function refuse_records(kind text) returns void language plpgsql as 'begin end';
		update applied_functions set hash = 'another' where file = 'refuse_records.sql'`)
	if err := migrateAs(t, url, 0); err != nil {
		t.Fatal(err)
	}
	if text(t, url, body) != ours || text(t, url, `select count(*)::text from applied_functions where hash = 'another'`) != "0" {
		t.Error("the function was not replaced")
	}
	execute(t, url, `create or replace function refuse_records(kind text) returns void language plpgsql as 'begin end';
		update applied_functions set hash = 'later', version = version + 1 where file = 'refuse_records.sql'`)
	if err := migrateAs(t, url, 0); err != nil {
		t.Fatal(err)
	}
	if got := text(t, url, body); got != "begin end" {
		t.Errorf("the function of a later release became\n%s", got)
	}
}

// Instances that start at once on an empty database migrate it together.
func TestInstancesMigrateAtOnce(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	var starting sync.WaitGroup
	for range 6 {
		starting.Go(func() {
			if err := migrateAs(t, url, 0); err != nil {
				t.Error(err)
			}
		})
	}
	starting.Wait()
	if got, want := shape(t, url), shape(t, pgtest.Migrated(t)); got != want {
		t.Errorf("together they made\n%s\none alone makes\n%s", got, want)
	}
	if n, err := admin.FunctionsToApply(t.Context(), url); n != 0 || err != nil {
		t.Errorf("%d functions are missing, %v", n, err)
	}
}

// A database that is too old is refused, with advice.
func TestTooOldDatabaseIsRefused(t *testing.T) {
	t.Parallel()
	url := pgtest.Migrated(t)
	execute(t, url, `delete from goose_db_version where version_id > 0; insert into goose_db_version (version_id, is_applied) values (102, true)`)
	if err := migrateAs(t, url, 0); err == nil || !strings.Contains(err.Error(), "migrate with a program of that version first") {
		t.Errorf("it says %v", err)
	}
}

// Every function of the database is in a file of its name or in the baseline, and no file
// makes one that another makes too.
func TestFunctionsAreInFilesOfTheirName(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for _, f := range schema.Functions() {
		for line := range strings.Lines(f.SQL) {
			if rest, ok := strings.CutPrefix(line, "create or replace function "); ok {
				name, _, _ := strings.Cut(rest, "(")
				if files[name] != "" || !strings.HasPrefix(name, strings.TrimSuffix(f.Name, ".sql")) {
					t.Errorf("%s makes %s, which %q makes too or its name does not tell", f.Name, name, files[name])
				}
				files[name] = f.Name
			}
		}
	}
	there := text(t, pgtest.Migrated(t), `select string_agg(proname, ' ') from pg_proc where pronamespace = 'public'::regnamespace and proname !~ '^river_'`)
	for _, name := range strings.Fields(there) {
		if base := name == "text_key" || name == "number_key" || name == "value_key"; files[name] == "" != base {
			t.Errorf("%s is in %q", name, files[name])
		}
		delete(files, name)
	}
	for name, file := range files {
		t.Errorf("%s of %s is not in the database", name, file)
	}
}
