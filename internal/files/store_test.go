package files_test

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"io"
	"slices"
	"sync"
	"testing"

	"vitrine/internal/files"
	"vitrine/internal/files/filestest"
)

// Both stores behave the same.
func TestStore(t *testing.T) {
	t.Run("directory", func(t *testing.T) { keepsItsPromises(t, directory(t)) })
	t.Run("bucket", func(t *testing.T) { keepsItsPromises(t, filestest.Bucket(t)) })
}

func directory(t *testing.T) *files.Directory {
	t.Helper()
	d, err := files.OpenDirectory(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d
}

func keepsItsPromises(t *testing.T, store files.Store) {
	t.Run("what was put is got, in whole and in part", func(t *testing.T) {
		name, content := put(t, store, 1, 100_000)
		for _, part := range [][2]int64{{0, -1}, {0, 10}, {99_990, -1}, {50_000, 1}, {0, 100_000}, {7, 0}} {
			end := part[0] + part[1]
			if part[1] < 0 {
				end = int64(len(content))
			}
			if got := get(t, store, name, part[0], part[1]); !bytes.Equal(got, content[part[0]:end]) {
				t.Errorf("%v: %d bytes that differ", part, len(got))
			}
		}
		info, err := store.Stat(t.Context(), name)
		if err != nil || info.Size != 100_000 || info.Stored.IsZero() {
			t.Errorf("%+v, %v", info, err)
		}
	})
	t.Run("an empty object is an object", func(t *testing.T) {
		name, _ := put(t, store, 1, 0)
		if got := get(t, store, name, 0, -1); len(got) != 0 {
			t.Errorf("%d bytes", len(got))
		}
	})
	t.Run("bytes without their checksum are refused", func(t *testing.T) {
		name := files.NewName(1)
		if err := store.Put(t.Context(), name, bytes.NewReader([]byte("abd")), 3, sha256.Sum256([]byte("abc"))); err == nil {
			t.Error("accepted")
		}
		if err := store.Put(t.Context(), name, bytes.NewReader([]byte("ab")), 3, sha256.Sum256([]byte("ab"))); err == nil {
			t.Error("too few bytes accepted")
		}
		if _, err := store.Stat(t.Context(), name); !errors.Is(err, files.ErrAbsent) {
			t.Errorf("it is there: %v", err)
		}
	})
	t.Run("what is deleted is absent, and deleting it again is fine", func(t *testing.T) {
		name, _ := put(t, store, 1, 10)
		for range 2 {
			if err := store.Delete(t.Context(), name); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := store.Get(t.Context(), name, 0, -1); !errors.Is(err, files.ErrAbsent) {
			t.Errorf("get: %v", err)
		}
	})
	t.Run("a list has the objects of an account and of nobody else", func(t *testing.T) {
		var want []string
		for range 5 {
			name, _ := put(t, store, 7, 10)
			want = append(want, name)
		}
		put(t, store, 77, 10)
		if got := list(t, store, files.Prefix(7)); !slices.Equal(got, sorted(want)) {
			t.Errorf("%v, want %v", got, want)
		}
		if got := list(t, store, files.Prefix(999)); len(got) != 0 {
			t.Errorf("%v", got)
		}
		if got := list(t, store, ""); len(got) < 6 {
			t.Errorf("all: %v", got)
		}
	})
	t.Run("one name put at the same time is one whole object", func(t *testing.T) {
		name, content := files.NewName(8), random(50_000)
		var together sync.WaitGroup
		for range 8 {
			together.Go(func() {
				if err := store.Put(t.Context(), name, bytes.NewReader(content), int64(len(content)), sha256.Sum256(content)); err != nil {
					t.Error(err)
				}
			})
		}
		together.Wait()
		if got := get(t, store, name, 0, -1); !bytes.Equal(got, content) {
			t.Error("the bytes differ")
		}
	})
	t.Run("names that could leave the store are refused", func(t *testing.T) {
		for _, name := range []string{"", "..", "../1/ab/x", "/etc/passwd", "1/ab/../../x", ".incoming/x", "1/ab/\x00"} {
			if err := store.Put(t.Context(), name, bytes.NewReader(nil), 0, sha256.Sum256(nil)); err == nil {
				t.Errorf("put %q", name)
			}
			if _, err := store.Get(t.Context(), name, 0, -1); err == nil || errors.Is(err, files.ErrAbsent) {
				t.Errorf("get %q: %v", name, err)
			}
		}
	})
}

func random(n int) []byte {
	content := make([]byte, n)
	_, _ = rand.Read(content)
	return content
}

func put(t *testing.T, store files.Store, account int64, size int) (string, []byte) {
	t.Helper()
	name, content := files.NewName(account), random(size)
	if err := store.Put(t.Context(), name, bytes.NewReader(content), int64(size), sha256.Sum256(content)); err != nil {
		t.Fatal(err)
	}
	return name, content
}

func get(t *testing.T, store files.Store, name string, offset, length int64) []byte {
	t.Helper()
	from, err := store.Get(t.Context(), name, offset, length)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	content, err := io.ReadAll(from)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func list(t *testing.T, store files.Store, prefix string) (names []string) {
	t.Helper()
	for object, err := range store.List(t.Context(), prefix) {
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, object.Name)
	}
	return sorted(names)
}

func sorted(names []string) []string { return slices.Sorted(slices.Values(names)) }
