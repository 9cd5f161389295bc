package admin_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"vitrine/internal/fault"
	"vitrine/internal/files"
	"vitrine/internal/files/filestest"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/admin"
)

// An export has exactly the files of the account, as its rows describe them.
func TestExportHasFiles(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, open func(*testing.T) files.Store) {
		store, url := open(t), pgtest.Migrated(t)
		settle(t, url, 3)
		addFiles(t, url, store, 4)
		lost := text(t, url, `select min(object) from files where account_id = 2`)
		remove(t, store, lost)
		said := ""
		var to bytes.Buffer
		done, err := admin.ExportAccount(t.Context(), url, 2, store, &to, func(format string, args ...any) { said += fmt.Sprintf(format, args...) })
		if err != nil || done.Files != 3 || done.Lost != 1 || !strings.Contains(said, "LOST "+lost) {
			t.Errorf("%+v, %s (%v)", done, said, err)
		}
		entries := unzip(t, to.Bytes())
		var rows map[string][]map[string]any
		if err := json.Unmarshal([]byte(entries["account.json"]), &rows); err != nil {
			t.Fatal(err)
		}
		if len(rows["files"]) != 4 || len(entries) != 4 || len(rows["users"]) != 1 {
			t.Errorf("%d rows of files, %d entries", len(rows["files"]), len(entries))
		}
		for _, row := range rows["files"] {
			content, found := entries[fmt.Sprintf("files/%v.txt", row["id"])]
			if got := fmt.Sprintf("%x", sha256.Sum256([]byte(content))); found && got != row["sha256"] {
				t.Errorf("file %v has the hash %s, want %v", row["id"], got, row["sha256"])
			}
		}
		to.Reset()
		if done, err := admin.ExportAccount(t.Context(), url, 2, nil, &to, silent); err != nil || done.Files != 0 || len(unzip(t, to.Bytes())) != 1 {
			t.Errorf("without files: %+v (%v)", done, err)
		}
	})
}

func unzip(t *testing.T, content []byte) map[string]string {
	t.Helper()
	from, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, f := range from.File {
		entry, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		read, err := io.ReadAll(entry)
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name] = string(read)
	}
	return all
}

// Erasing an account deletes its files and renditions; others keep theirs.
func TestEraseTakesFiles(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, open func(*testing.T) files.Store) {
		store, url := open(t), pgtest.Migrated(t)
		settle(t, url, 12)
		addFiles(t, url, store, 3)
		if n, err := admin.EraseAccount(t.Context(), url, 1, store); err != nil || n != 6 {
			t.Errorf("%d objects deleted, want 6 (%v)", n, err)
		}
		wantObjects(t, url, store, 1, 11)
		if _, err := admin.EraseAccount(t.Context(), url, 1, store); !errors.Is(err, fault.ErrNotFound) {
			t.Errorf("again: %v", err)
		}
		if n, err := admin.EraseLeftFiles(t.Context(), url, 1, store, true); err != nil || n != 0 {
			t.Errorf("%d objects were left (%v)", n, err)
		}
		putObject(t, store, files.Owner, []byte("somebody else"))
		if _, err := admin.EraseAccount(t.Context(), url, 2, store); err == nil || !strings.Contains(err.Error(), "another installation") {
			t.Errorf("in the store of somebody else: %v", err)
		}
		wantObjects(t, url, store, 1, 11)
	})
}

// An interrupted erasure can be completed.
func TestEraseGoesOn(t *testing.T) {
	t.Parallel()
	server := filestest.Start(t)
	access, secret := server.Keys()
	store, err := files.OpenBucket(server.URL(), access, secret)
	if err != nil {
		t.Fatal(err)
	}
	url := pgtest.Migrated(t)
	settle(t, url, 2)
	addFiles(t, url, store, 3)
	if n, err := admin.EraseAccount(t.Context(), url, 1, interrupt(store, server.Kill)); err == nil || n == 6 || !strings.Contains(err.Error(), "run this again") {
		t.Errorf("%d objects deleted in a store that is down: %v", n, err)
	}
	server.Run()
	if _, err := admin.FindAccount(t.Context(), url, 1); !errors.Is(err, fault.ErrNotFound) {
		t.Errorf("the rows of the account: %v", err)
	}
	for _, id := range []int64{2, 4711} { // one that existed, and one that never did
		if _, err := admin.EraseLeftFiles(t.Context(), url, id, store, true); !errors.Is(err, fault.ErrNotFound) {
			t.Errorf("account %d: %v", id, err)
		}
	}
	left, err := admin.EraseLeftFiles(t.Context(), url, 1, store, false)
	if err != nil || left == 0 {
		t.Errorf("%d are left (%v)", left, err)
	}
	if n, err := admin.EraseLeftFiles(t.Context(), url, 1, store, true); err != nil || n != left {
		t.Errorf("%d of %d deleted (%v)", n, left, err)
	}
	wantObjects(t, url, store, 1, 1)
}

// wantObjects checks that nothing is left of one account, and three files with renditions of each of
// the others.
func wantObjects(t *testing.T, url string, store files.Store, gone int64, others int) {
	t.Helper()
	n := 0
	for object, err := range store.List(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(object.Name, files.Prefix(gone)) {
			t.Errorf("%s is left", object.Name)
		}
		if object.Name != files.Owner {
			n++
		}
	}
	if rows := text(t, url, `select count(*)::text from files`); n != 6*others || rows != fmt.Sprint(3*others) {
		t.Errorf("%d objects and %s rows are left, want %d and %d", n, rows, 6*others, 3*others)
	}
}
