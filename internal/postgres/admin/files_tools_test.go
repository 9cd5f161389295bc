package admin_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"vitrine/internal/files"
	"vitrine/internal/files/filestest"
)

// eachStore runs a test on a directory and on a bucket.
func eachStore(t *testing.T, test func(t *testing.T, open func(*testing.T) files.Store)) {
	t.Run("directory", func(t *testing.T) {
		t.Parallel()
		test(t, directory)
	})
	t.Run("bucket", func(t *testing.T) {
		t.Parallel()
		test(t, func(t *testing.T) files.Store { t.Helper(); return filestest.Bucket(t) })
	})
}

func directory(t *testing.T) files.Store {
	t.Helper()
	d, err := files.OpenDirectory(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d
}

// addFiles gives every account n files, and each file a rendition.
func addFiles(t *testing.T, url string, store files.Store, n int) {
	t.Helper()
	accounts := strings.Fields(text(t, url, `select string_agg(id::text, ' ' order by id) from accounts`))
	conn := connect(t, url)
	for _, account := range accounts {
		for i := range n {
			content := bytes.Repeat([]byte(fmt.Sprint(account, " has file ", i, ".\n")), 100*i)
			sum := sha256.Sum256(content)
			var id int64
			_, _ = fmt.Sscan(account, &id)
			object := files.NewName(id)
			putObject(t, store, object, content)
			putObject(t, store, object+".thumb", []byte("small"))
			if _, err := conn.Exec(t.Context(), `insert into files (account_id, sha256, size, mime_type, object) values ($1, $2, $3, 'text/plain', $4)`,
				id, sum[:], len(content), object); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func putObject(t *testing.T, store files.Store, name string, content []byte) {
	t.Helper()
	if err := store.Put(t.Context(), name, bytes.NewReader(content), int64(len(content)), sha256.Sum256(content)); err != nil {
		t.Fatal(err)
	}
}

// named are the objects that the rows name, with their hashes.
func named(t *testing.T, url string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, line := range strings.Fields(text(t, url, `select coalesce(string_agg(object || '=' || encode(sha256, 'hex'), ' '), '') from files`)) {
		object, sum, _ := strings.Cut(line, "=")
		all[object] = sum
	}
	return all
}

// stored are the objects of a store, with their hashes.
func stored(t *testing.T, store files.Store) map[string]string {
	t.Helper()
	all := map[string]string{}
	for object, err := range store.List(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		all[object.Name] = fmt.Sprintf("%x", sha256.Sum256(content(t, store, object.Name)))
	}
	return all
}

func content(t *testing.T, store files.Store, name string) []byte {
	t.Helper()
	from, err := store.Get(t.Context(), name, 0, -1)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	read, err := io.ReadAll(from)
	if err != nil {
		t.Fatal(err)
	}
	return read
}

// damage replaces the bytes of an object.
func damage(t *testing.T, store files.Store, name string) {
	t.Helper()
	remove(t, store, name)
	putObject(t, store, name, []byte("other bytes"))
}

func remove(t *testing.T, store files.Store, name string) {
	t.Helper()
	if err := store.Delete(t.Context(), name); err != nil {
		t.Fatal(err)
	}
}

// some are objects that the rows name, in the order of their names.
func some(t *testing.T, url string, n int) []string {
	t.Helper()
	all := slices.Sorted(maps.Keys(named(t, url)))
	if len(all) < n {
		t.Fatalf("there are only %d files", len(all))
	}
	return all[:n]
}

// interrupted is a store in which something happens before the first file is read or deleted.
type interrupted struct {
	files.Store
	happens func()
}

func interrupt(store files.Store, happens func()) files.Store {
	return interrupted{store, sync.OnceFunc(happens)}
}

func (s interrupted) Get(ctx context.Context, name string, offset, length int64) (io.ReadCloser, error) {
	if name != files.Owner {
		s.happens() // others wait for it
	}
	return s.Store.Get(ctx, name, offset, length)
}

func (s interrupted) Delete(ctx context.Context, name string) error {
	s.happens()
	return s.Store.Delete(ctx, name)
}
