package admin_test

import (
	"crypto/rand"
	"maps"
	"strings"
	"testing"

	"vitrine/internal/archive"
	"vitrine/internal/files"
	"vitrine/internal/identity"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/admin"
)

func silent(string, ...any) {}

// Only files that the store has lost are restored, not those deleted since.
func TestOnlyFilesAreRestored(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, open func(*testing.T) files.Store) {
		store, url := open(t), pgtest.Migrated(t)
		settle(t, url, 2)
		addFiles(t, url, store, 4)
		path, _, _ := backupOf(t, url, backing(store))
		four := some(t, url, 4)
		deleted, lost, damaged := four[0], four[1:3], four[3]
		execute(t, url, `delete from files where object = '`+deleted+`'`)
		remove(t, store, deleted)
		remove(t, store, lost[0])
		remove(t, store, lost[1])
		damage(t, store, damaged)
		before := text(t, url, contents)
		done, err := admin.RestoreFiles(t.Context(), url, openBackup(t, path), store, silent)
		if want := (admin.FilesRestored{Put: 2, There: 4, Replaced: 1, Unnamed: 1}); err != nil || done != want {
			t.Errorf("%+v, want %+v (%v)", done, want, err)
		}
		has := stored(t, store)
		maps.DeleteFunc(has, func(name, _ string) bool { return strings.HasSuffix(name, ".thumb") })
		if want := named(t, url); !maps.Equal(has, want) {
			t.Errorf("the store has\n%v, want\n%v", has, want)
		}
		if after := text(t, url, contents); after != before {
			t.Errorf("the rows were\n%s\nand are\n%s", before, after)
		}
		without := backing(nil)
		without.WithoutFiles = true
		path, _, _ = backupOf(t, url, without)
		if _, err := admin.RestoreFiles(t.Context(), url, openBackup(t, path), store, silent); err == nil || !strings.Contains(err.Error(), "no files in this backup") {
			t.Errorf("of a backup without files: %v", err)
		}
	})
}

// The store of another installation is left alone. The store of a replaced database passes to the
// restored one.
func TestStoreKeepsItsOwner(t *testing.T) {
	t.Parallel()
	url, store := pgtest.Migrated(t), directory(t)
	settle(t, url, 1)
	addFiles(t, url, store, 2)
	ours := text(t, url, `insert into installation default values returning id::text`)
	path, _, _ := backupOf(t, url, backing(store))

	for what, c := range map[string]struct {
		owner string // the installation of the target, if it is "present"
		fits  bool
	}{
		"nobody's": {"", true}, "the backup's": {ours, true}, "another's": {"somebody else", false}, "the replaced one's": {"present", true},
	} {
		target, to := pgtest.Migrated(t), directory(t)
		settle(t, target, 1)
		present := text(t, target, `insert into installation default values returning id::text`)
		if c.owner == "present" {
			c.owner = present
		}
		if c.owner != "" {
			putObject(t, to, files.Owner, []byte(c.owner))
		}
		err := restore(t, target, path, &identity.Sealer{}, admin.Restoring{Replace: true, Store: to})
		if c.fits != (err == nil) || err != nil && !strings.Contains(err.Error(), "belongs to another installation (somebody else)") {
			t.Errorf("%s store: %v", what, err)
		}
		has := stored(t, to)
		if got := string(ownerOf(t, to)); c.fits && c.owner != "" && got != ours || !c.fits && (got != c.owner || len(has) != 1) {
			t.Errorf("%s store belongs to %q and has %v", what, got, has)
		}
		if _, err := admin.RestoreFiles(t.Context(), target, openBackup(t, path), to, silent); c.fits != (err == nil) {
			t.Errorf("only files, into %s store: %v", what, err)
		}
	}
}

func ownerOf(t *testing.T, store files.Store) []byte {
	t.Helper()
	if _, err := store.Stat(t.Context(), files.Owner); err != nil {
		return nil
	}
	return content(t, store, files.Owner)
}

// An owner of the tables who is subject to row security has everybody's files.
func TestPlainOwnerBacksUpFiles(t *testing.T) {
	t.Parallel()
	role := "files_" + strings.ToLower(rand.Text()[:8])
	from, to := owned(t, role, pgtest.Database(t)), owned(t, role, pgtest.Database(t))
	if err := admin.MigrateTo(t.Context(), from.plain, 1<<40, 0); err != nil {
		t.Fatal(err)
	}
	settle(t, from.admin, 3)
	store, fresh := directory(t), directory(t)
	addFiles(t, from.admin, store, 2)
	lost := some(t, from.admin, 1)[0]
	gone := content(t, store, lost)
	remove(t, store, lost)
	_, m, said := backupOf(t, from.plain, backing(store))
	if m.Files.Held != 5 || m.Files.Lost() != 1 || !strings.Contains(said, "LOST "+lost) {
		t.Errorf("the backup has %+v\n%s", m.Files, said)
	}
	putObject(t, store, lost, gone)
	path, m, _ := backupOf(t, from.plain, backing(store))
	if err := openBackup(t, path).CheckFiles(func(archive.File) {}); err != nil || m.Files.Held != 6 {
		t.Errorf("the backup has %+v (%v)", m.Files, err)
	}
	if err := restore(t, to.plain, path, &identity.Sealer{}, admin.Restoring{Store: fresh}); err != nil {
		t.Fatal(err)
	}
	if got, want := stored(t, fresh), named(t, to.admin); !maps.Equal(got, want) || len(got) != 6 {
		t.Errorf("the store has\n%v, want\n%v", got, want)
	}
	remove(t, fresh, lost)
	if done, err := admin.RestoreFiles(t.Context(), to.plain, openBackup(t, path), fresh, silent); err != nil || done.Put != 1 || done.There != 5 {
		t.Errorf("%+v (%v)", done, err)
	}
}
