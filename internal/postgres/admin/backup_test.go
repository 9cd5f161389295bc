package admin_test

import (
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/archive"
	"vitrine/internal/identity"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/admin"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/schema"
)

// Every table that a migration creates is in the backup.
func TestEveryTableIsBackedUp(t *testing.T) {
	t.Parallel()
	url := pgtest.Migrated(t)
	execute(t, url, `create table somebody_elses (id int); insert into somebody_elses values (1)`)
	path, said := backup(t, url, &identity.Sealer{})
	if !strings.Contains(said, "The table somebody_elses is not one of Vitrine's and is left out.") {
		t.Errorf("a table of somebody else goes without saying:\n%s", said)
	}
	var want []string
	for _, name := range strings.Fields(text(t, url, `
		select string_agg(relname, ' ' order by relname) from pg_class
		where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relpersistence = 'p'`)) {
		if !slices.Contains([]string{"somebody_elses", "goose_db_version", "river_migration", "applied_functions"}, name) {
			want = append(want, name)
		}
	}
	var got []string
	for _, table := range openBackup(t, path).Manifest.Tables {
		got = append(got, table.Name)
	}
	slices.Sort(got)
	if len(want) < 20 || !slices.Equal(got, want) {
		t.Errorf("the backup has the tables\n%v, want\n%v", got, want)
	}
}

// A program that was returned to does not know all that a newer schema holds, and says which does.
func TestOlderProgramRefusesToBackUp(t *testing.T) {
	t.Parallel()
	url := pgtest.Migrated(t)
	execute(t, url, `insert into goose_db_version (version_id, is_applied) values (99999, true)`)
	w, err := archive.Create(t.TempDir()+"/newer.backup", false)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Discard()
	if _, err := admin.Backup(t.Context(), url, backing(nil), w, func(string, ...any) {}); err == nil || !strings.Contains(err.Error(), "back up with the program of that version") {
		t.Errorf("it was told %v", err)
	}
}

// A backup of an older schema is restored into the present one.
func TestOlderBackupIsBroughtUpToDate(t *testing.T) {
	t.Parallel()
	old, empty := pgtest.Database(t), pgtest.Database(t)
	if err := admin.MigrateTo(t.Context(), old, schema.Baseline, 3); err != nil {
		t.Fatal(err)
	}
	settle(t, old, 3)
	path, _ := backup(t, old, &identity.Sealer{})
	if m := openBackup(t, path).Manifest; m.Schema != schema.Baseline || m.JobSchema != 3 {
		t.Fatalf("the backup has the schema versions %d and %d", m.Schema, m.JobSchema)
	}
	if err := restore(t, empty, path, &identity.Sealer{}, admin.Restoring{}); err != nil {
		t.Fatal(err)
	}
	if got, want := shape(t, empty), shape(t, pgtest.Migrated(t)); got != want {
		t.Errorf("a restored schema is\n%s\na migrated one is\n%s", got, want)
	}
	if got, want := text(t, empty, contents), text(t, old, contents); got != want {
		t.Errorf("restored\n%s\nwant\n%s", got, want)
	}
	if got := admin.RepairTotals(t.Context(), empty); !strings.Contains(got.What, "3 accounts were counted, 0 were wrong") {
		t.Errorf("totals: %+v", got)
	}
}

// An owner subject to row security, as on hosted databases, backs up and restores
// everybody's rows.
func TestPlainOwnerBacksUpAndRestores(t *testing.T) {
	t.Parallel()
	role := "backup_" + strings.ToLower(rand.Text()[:8])
	from, to := owned(t, role, pgtest.Database(t)), owned(t, role, pgtest.Database(t))
	if err := admin.MigrateTo(t.Context(), from.plain, 1<<40, 0); err != nil {
		t.Fatal(err)
	}
	settle(t, from.admin, 3)
	execute(t, from.admin, `set app.account_id = 1; delete from users where email = 'u2@example.org'; delete from accounts where id = 1`) // an account without users, and a gap
	path, _ := backup(t, from.plain, &identity.Sealer{})
	if all, _ := backup(t, from.admin, &identity.Sealer{}); fmt.Sprint(openBackup(t, path).Manifest.Tables) != fmt.Sprint(openBackup(t, all).Manifest.Tables) {
		t.Errorf("the owner's backup has\n%v\nthe superuser's\n%v", openBackup(t, path).Manifest.Tables, openBackup(t, all).Manifest.Tables)
	}
	if err := restore(t, to.plain, path, &identity.Sealer{}, admin.Restoring{}); err != nil {
		t.Fatal(err)
	}
	if got, want := text(t, to.admin, contents), text(t, from.admin, contents); got != want {
		t.Errorf("restored\n%s\nwant\n%s", got, want)
	}
	if got, want := shape(t, to.admin), shape(t, from.admin); got != want {
		t.Errorf("a restored schema is\n%s\na migrated one is\n%s", got, want)
	}
}

// Second factors are not silently restored without their key, whether or not the
// backup knows which key it was.
func TestRestoreAsksForTheKey(t *testing.T) {
	t.Parallel()
	url, right, wrong := pgtest.Migrated(t), sealer(t), sealer(t)
	settle(t, url, 1)
	conn := connect(t, url)
	if _, err := conn.Exec(t.Context(), `update users set totp_seed = $1, totp_enabled = true where id = 1`, right.Seal(identity.NewSeed(), 1)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name          string
		made, used    *identity.Sealer
		without, fits bool
	}{
		{"the right key", right, right, false, true},
		{"another key", right, wrong, false, false},
		{"no key", right, &identity.Sealer{}, false, false},
		{"another key, wanted so", right, wrong, true, true},
		{"made with another key", wrong, wrong, false, false},
		{"made without a key", &identity.Sealer{}, right, false, true},
		{"made and used without a key", &identity.Sealer{}, &identity.Sealer{}, false, false},
	} {
		path, said := backup(t, url, c.made)
		if warned := strings.Contains(said, "WARNING: 1 of 1 second factors"); warned == (c.made == right) {
			t.Errorf("%s: backing up says\n%s", c.name, said)
		}
		empty := pgtest.Database(t)
		err := restore(t, empty, path, c.used, admin.Restoring{WithoutKey: c.without})
		if c.fits != (err == nil) || err != nil && !strings.Contains(err.Error(), "--without-key") {
			t.Errorf("%s: %v", c.name, err)
		}
		if err != nil && text(t, empty, `select count(*)::text from pg_class where relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'pg_toast'::regnamespace)`) != "0" {
			t.Errorf("%s: something was left behind", c.name)
		}
	}
}

// The contents of a database are replaced only on request, and then all or
// nothing.
func TestRestoreReplacesAllOrNothing(t *testing.T) {
	t.Parallel()
	one, other := pgtest.Migrated(t), pgtest.Migrated(t)
	settle(t, one, 2)
	settle(t, other, 5)
	path, _ := backup(t, one, &identity.Sealer{})
	before := text(t, other, contents)
	if err := restore(t, other, path, &identity.Sealer{}, admin.Restoring{}); err == nil || !strings.Contains(err.Error(), "it has 5 users") {
		t.Errorf("without being told: %v", err)
	}
	execute(t, other, `create view somebody_elses as select * from locations`)
	if err := restore(t, other, path, &identity.Sealer{}, admin.Restoring{Replace: true}); err == nil || !strings.Contains(err.Error(), "nothing was changed") {
		t.Errorf("with somebody else's view on a table: %v", err)
	}
	if after := text(t, other, contents); after != before {
		t.Errorf("a restore that failed has changed\n%s\nto\n%s", before, after)
	}
	execute(t, other, `drop view somebody_elses; create table somebody_elses (id int); insert into somebody_elses values (7)`)
	db, err := engine.Open(t.Context(), other)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := restore(t, other, path, &identity.Sealer{}, admin.Restoring{Replace: true}); err == nil || !strings.Contains(err.Error(), "stop all instances") {
		t.Errorf("under a running service: %v", err)
	}
	db.Close()
	for text(t, other, `select count(*)::text from pg_stat_activity where datname = current_database() and application_name = '`+engine.ApplicationName+`'`) != "0" {
		time.Sleep(10 * time.Millisecond) // PostgreSQL notices the end of a connection in its own time
	}
	if err := restore(t, other, path, &identity.Sealer{}, admin.Restoring{Replace: true}); err != nil {
		t.Fatal(err)
	}
	if got, want := text(t, other, contents), text(t, one, contents); got != want {
		t.Errorf("restored\n%s\nwant\n%s", got, want)
	}
	if text(t, other, `select id::text from somebody_elses`) != "7" {
		t.Error("somebody else's table is gone")
	}
}
