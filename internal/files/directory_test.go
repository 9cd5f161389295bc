package files_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"vitrine/internal/files"
)

func TestDirectoryDiscardsUploadsThatWereGivenUp(t *testing.T) {
	path := t.TempDir()
	d, err := files.OpenDirectory(path)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	fresh, old := filepath.Join(path, ".incoming", "fresh"), filepath.Join(path, ".incoming", "old")
	for _, half := range []string{fresh, old} {
		if err := os.WriteFile(half, []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	before := time.Now().Add(-2 * time.Hour)
	if err := os.Chtimes(old, before, before); err != nil {
		t.Fatal(err)
	}
	if names := list(t, d, ""); len(names) != 0 {
		t.Errorf("halves are listed: %v", names)
	}
	if _, err := os.Stat(fresh); err != nil {
		t.Errorf("an upload under way is gone: %v", err)
	}
	if _, err := os.Stat(old); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the old half is still there: %v", err)
	}
}

// A symbolic link out of the directory is not followed.
func TestDirectoryIsNotLeft(t *testing.T) {
	path, outside := t.TempDir(), t.TempDir()
	d, err := files.OpenDirectory(path)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if err := os.Symlink(outside, filepath.Join(path, "1")); err != nil {
		t.Fatal(err)
	}
	if err := d.Put(t.Context(), files.NewName(1), bytes.NewReader(nil), 0, sha256.Sum256(nil)); err == nil {
		t.Error("an object was written outside")
	}
}

// The owner of the directory can read every file, even if root wrote it.
func TestDirectoryKeepsItsOwner(t *testing.T) {
	path := t.TempDir()
	if os.Geteuid() == 0 {
		if err := os.Chown(path, 4711, 4712); err != nil {
			t.Fatal(err)
		}
	}
	d, err := files.OpenDirectory(path)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	put(t, d, 1, 10)
	want, n := owner(t, path), 0
	err = filepath.WalkDir(path, func(name string, _ os.DirEntry, err error) error {
		if got := owner(t, name); err == nil && got != want {
			t.Errorf("%s belongs to %v, want %v", name, got, want)
		}
		n++
		return err
	})
	if err != nil || n != 5 {
		t.Errorf("%d files and directories, want 5 (%v)", n, err)
	}
}

func owner(t *testing.T, path string) [2]uint32 {
	t.Helper()
	about, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	of := about.Sys().(*syscall.Stat_t)
	return [2]uint32{of.Uid, of.Gid}
}
