package admin_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/archive"
	"vitrine/internal/files"
	"vitrine/internal/files/filestest"
	"vitrine/internal/identity"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/admin"
)

func backing(store files.Store) admin.Backing {
	return admin.Backing{MadeBy: "a test", Sealer: &identity.Sealer{}, Store: store}
}

// Every file is restored with its bytes, into an empty store or one that has some. Renditions are not:
// they are made again.
func TestFilesComeBack(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, open func(*testing.T) files.Store) {
		from, to, url, empty := open(t), open(t), pgtest.Migrated(t), pgtest.Database(t)
		settle(t, url, 3)
		addFiles(t, url, from, 5)
		path, m, _ := backupOf(t, url, backing(from))
		if m.Files.Named != 15 || m.Files.Held != 15 || m.Files.Lost() != 0 {
			t.Errorf("the backup has %+v", m.Files)
		}
		if err := openBackup(t, path).CheckFiles(func(f archive.File) { t.Errorf("%s is absent", f.Name) }); err != nil {
			t.Error(err)
		}
		there, other := some(t, url, 2)[0], some(t, url, 2)[1]
		putObject(t, to, there, content(t, from, there))
		putObject(t, to, other, []byte("of a disk that was damaged"))
		before, err := to.Stat(t.Context(), there)
		if err != nil {
			t.Fatal(err)
		}
		if err := restore(t, empty, path, &identity.Sealer{}, admin.Restoring{Store: to}); err != nil {
			t.Fatal(err)
		}
		if got, want := stored(t, to), named(t, url); !maps.Equal(got, want) {
			t.Errorf("the store has\n%v, want\n%v", got, want)
		}
		if got, want := named(t, empty), named(t, url); !maps.Equal(got, want) {
			t.Errorf("the rows name\n%v, want\n%v", got, want)
		}
		if after, err := to.Stat(t.Context(), there); err != nil || after != before {
			t.Errorf("a file that was there was %+v and is %+v (%v)", before, after, err)
		}
	})
}

// Lost or damaged files are named, and the backup continues. A file deleted with its row is no loss.
func TestBackupNamesLostFiles(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, open func(*testing.T) files.Store) {
		store, url := open(t), pgtest.Migrated(t)
		settle(t, url, 2)
		addFiles(t, url, store, 4)
		three := some(t, url, 3)
		lost, damaged, deleted := three[0], three[1], three[2]
		remove(t, store, lost)
		damage(t, store, damaged)
		meanwhile := interrupt(store, func() {
			execute(t, url, fmt.Sprintf(`delete from files where object = '%s'`, deleted)) // as the sweep does
			remove(t, store, deleted)
		})
		path, m, said := backupOf(t, url, backing(meanwhile))
		if m.Files.Named != 8 || m.Files.Held != 5 || m.Files.Deleted != 1 || m.Files.Lost() != 2 {
			t.Errorf("the backup has %+v\n%s", m.Files, said)
		}
		for _, want := range []string{"LOST " + lost + ": the store does not have it", "LOST " + damaged + ": its bytes do not match its hash"} {
			if !strings.Contains(said, want) {
				t.Errorf("it does not say %s\n%s", want, said)
			}
		}
		if strings.Contains(said, deleted) {
			t.Errorf("it complains of %s, which was deleted\n%s", deleted, said)
		}
		var absent []string
		if err := openBackup(t, path).CheckFiles(func(f archive.File) { absent = append(absent, f.Name) }); err != nil {
			t.Error(err)
		}
		slices.Sort(absent)
		if !slices.Equal(absent, three) {
			t.Errorf("absent are %v, want %v", absent, three)
		}
	})
}

// If the store fails, the backup still has the rows.
func TestBackupOutlivesItsStore(t *testing.T) {
	t.Parallel()
	server := filestest.Start(t)
	access, secret := server.Keys()
	store, err := files.OpenBucket(server.URL(), access, secret)
	if err != nil {
		t.Fatal(err)
	}
	url := pgtest.Migrated(t)
	settle(t, url, 2)
	addFiles(t, url, store, 20)
	path, m, said := backupOf(t, url, backing(interrupt(store, server.Kill)))
	if m.Files.Named != 40 || m.Files.Lost() != 40-m.Files.Held || m.Files.Held > 4 || !strings.Contains(said, "failed 10 times in a row") {
		t.Errorf("the backup has %+v\n%s", m.Files, said)
	}
	if err := restore(t, pgtest.Database(t), path, &identity.Sealer{}, admin.Restoring{WithoutFiles: true}); err != nil {
		t.Error(err)
	}
}

// Files are left out only on request, by backup and restore alike.
func TestFilesAreNotForgotten(t *testing.T) {
	t.Parallel()
	url, store := pgtest.Migrated(t), directory(t)
	settle(t, url, 1)
	addFiles(t, url, store, 2)
	w, err := archive.Create(t.TempDir()+"/forgotten.backup", false)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Discard()
	if _, err := admin.Backup(t.Context(), url, backing(nil), w, func(string, ...any) {}); err == nil || !strings.Contains(err.Error(), "name 2 files") || !strings.Contains(err.Error(), "--without-files") {
		t.Errorf("a backup without the store: %v", err)
	}
	without := backing(nil)
	without.WithoutFiles = true
	path, m, _ := backupOf(t, url, without)
	if m.Files != (archive.Files{Named: 2, LeftOut: true}) {
		t.Errorf("without files it has %+v", m.Files)
	}
	if err := restore(t, pgtest.Database(t), path, &identity.Sealer{}, admin.Restoring{}); err != nil {
		t.Error(err)
	}
	path, _, _ = backupOf(t, url, backing(store))
	if err := restore(t, pgtest.Database(t), path, &identity.Sealer{}, admin.Restoring{}); err == nil || !strings.Contains(err.Error(), "holds 2 photos and documents") {
		t.Errorf("a restore without a store: %v", err)
	}
	if err := restore(t, pgtest.Database(t), path, &identity.Sealer{}, admin.Restoring{WithoutFiles: true}); err != nil {
		t.Error(err)
	}
}
