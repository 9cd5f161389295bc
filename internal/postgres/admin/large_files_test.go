package admin_test

import (
	"archive/zip"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"vitrine/internal/archive"
	"vitrine/internal/files"
	"vitrine/internal/files/filestest"
	"vitrine/internal/identity"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/admin"
)

// largeSize is more than fits into the memory that a file may take.
const largeSize = 160 << 20

// counting yields bytes that depend on their offset, without holding them.
type counting struct{ at, size int64 }

func (c *counting) Read(p []byte) (n int, err error) {
	for n < len(p) && c.at < c.size {
		p[n] = byte(c.at ^ c.at>>8 ^ c.at>>16 ^ c.at>>24)
		n, c.at = n+1, c.at+1
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// addLarge adds a file as an import leaves it, and returns its name and hash.
func addLarge(t *testing.T, url string, store files.Store) (object, sum string) {
	t.Helper()
	hash := sha256.New()
	if _, err := io.Copy(hash, &counting{size: largeSize}); err != nil {
		t.Fatal(err)
	}
	object = files.NewName(1)
	if err := store.Put(t.Context(), object, &counting{size: largeSize}, largeSize, [32]byte(hash.Sum(nil))); err != nil {
		t.Fatal(err)
	}
	execute(t, url, fmt.Sprintf(`insert into files (account_id, sha256, size, mime_type, object) values (1, '\x%x', %d, 'application/zip', '%s')`, hash.Sum(nil), int64(largeSize), object))
	return object, fmt.Sprintf("%x", hash.Sum(nil))
}

// sumOf is the hash of a reader's bytes.
func sumOf(t *testing.T, from io.ReadCloser, err error) string {
	t.Helper()
	hash := sha256.New()
	if err == nil {
		_, err = io.Copy(hash, from)
	}
	if err != nil {
		t.Fatal(err)
	}
	_ = from.Close()
	return fmt.Sprintf("%x", hash.Sum(nil))
}

// takesLittle fails if work holds much of a large file at once. It is not parallel, because it
// measures the whole process after a garbage collection.
func takesLittle(t *testing.T, what string, work func()) {
	t.Helper()
	defer debug.SetGCPercent(debug.SetGCPercent(20))
	runtime.GC()
	held := func() uint64 {
		now := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(now)
		return now[0].Value.Uint64()
	}
	before, most := held(), uint64(0)
	done, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-done:
				return
			case <-time.After(5 * time.Millisecond):
				most = max(most, held())
			}
		}
	}()
	work()
	close(done)
	<-stopped
	took := (max(most, before) - before) >> 20
	t.Logf("%s holds %d MB", what, took)
	if took > 140 { // reading migrations takes up to 120 with the race detector, by chance
		t.Errorf("%s holds %d MB for a file of %d", what, took, largeSize>>20)
	}
}

// A file of any size is backed up, exported and restored, byte for byte and in little memory.
func TestLargeFilesComeBack(t *testing.T) {
	for kind, open := range map[string]func(*testing.T) files.Store{"directory": directory, "bucket": func(t *testing.T) files.Store { t.Helper(); return filestest.Bucket(t) }} {
		t.Run(kind, func(t *testing.T) {
			from, to, url, empty := open(t), open(t), pgtest.Migrated(t), pgtest.Database(t)
			settle(t, url, 1)
			addFiles(t, url, from, 3)
			object, sum := addLarge(t, url, from)
			var path string
			takesLittle(t, "a backup", func() {
				var m archive.Manifest
				var said string
				if path, m, said = backupOf(t, url, backing(from)); m.Files.Named != 4 || m.Files.Held != 4 || m.Files.Lost() != 0 {
					t.Fatalf("the backup has %+v\n%s", m.Files, said)
				}
			})
			takesLittle(t, "checking", func() {
				if err := openBackup(t, path).CheckFiles(func(f archive.File) { t.Errorf("%s is absent", f.Name) }); err != nil {
					t.Fatal(err)
				}
			})
			takesLittle(t, "a restore", func() {
				if err := restore(t, empty, path, &identity.Sealer{}, admin.Restoring{Store: to}); err != nil {
					t.Fatal(err)
				}
			})
			back, err := to.Get(t.Context(), object, 0, -1)
			if got := sumOf(t, back, err); got != sum {
				t.Errorf("what came back has the hash %s, want %s", got, sum)
			}
			done, err := admin.RestoreFiles(t.Context(), empty, openBackup(t, path), to, func(string, ...any) {})
			if err != nil || done != (admin.FilesRestored{There: 4}) {
				t.Errorf("restored over what is there: %+v, %v", done, err)
			}
			takesLittle(t, "an export", func() { exportsLarge(t, url, from, sum) })
		})
	}
}

// exportsLarge looks for a large file in the export of its account.
func exportsLarge(t *testing.T, url string, store files.Store, sum string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "export.zip")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if done, err := admin.ExportAccount(t.Context(), url, 1, store, out, func(string, ...any) {}); err != nil || done.Files != 4 || done.Lost != 0 {
		t.Fatalf("exported are %+v, %v", done, err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	archived, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer archived.Close()
	for _, f := range archived.File {
		if strings.HasPrefix(f.Name, "files/") && f.UncompressedSize64 == largeSize {
			opened, err := f.Open()
			if got := sumOf(t, opened, err); got != sum {
				t.Errorf("%s has the hash %s, want %s", f.Name, got, sum)
			}
			return
		}
	}
	t.Error("the export has no large file")
}
