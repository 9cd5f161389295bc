package admin_test

import (
	"strings"
	"testing"

	"vitrine/internal/identity"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/admin"
)

// A restored database equals its backup, until a row, an id or a table is another one.
func TestCompareFindsWhatDiffers(t *testing.T) {
	t.Parallel()
	from, to := pgtest.Migrated(t), pgtest.Database(t)
	settle(t, from, 1)
	path, _ := backup(t, from, &identity.Sealer{})
	if err := restore(t, to, path, &identity.Sealer{}, admin.Restoring{}); err != nil {
		t.Fatal(err)
	}
	compare := func() error { return admin.Compare(t.Context(), to, openBackup(t, path).Manifest) }
	if err := compare(); err != nil {
		t.Fatalf("right after the restore: %v", err)
	}
	for _, c := range []struct{ change, undo, says string }{
		{`update users set first_name = first_name || '!'`, `update users set first_name = rtrim(first_name, '!')`, "table users has"},
		{`select setval('accounts_id_seq', last_value + 1) from accounts_id_seq`, `select setval('accounts_id_seq', last_value - 1) from accounts_id_seq`, "the next ids are not"},
		{`alter table users rename to members`, `alter table members rename to users`, "tables, and the backup has"},
	} {
		execute(t, to, c.change)
		if err := compare(); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("after %s: %v, want %q", c.change, err, c.says)
		}
		execute(t, to, c.undo)
		if err := compare(); err != nil {
			t.Errorf("after %s: %v", c.undo, err)
		}
	}
}

// The shared server of the tests has databases and roles of others besides.
func TestOnlyOursNamesTheRest(t *testing.T) {
	t.Parallel()
	database := pgtest.Migrated(t)
	found := func() string { return admin.OnlyOurs(t.Context(), database).Error() }
	if said := found(); strings.Contains(said, "the table ") || !strings.Contains(said, "the database postgres") || strings.Contains(said, "the role vitrine_app") {
		t.Errorf("of Vitrine's own: %s", said)
	}
	execute(t, database, `create table wishes (name text); create view dear as select 1; create schema other; create table other.users (id int)`)
	for _, words := range []string{"the table wishes", "the table dear", "the table other.users"} {
		if said := found(); !strings.Contains(said, words) {
			t.Errorf("it does not say %q: %s", words, said)
		}
	}
}
