package archive

import (
	"archive/tar"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// Checking a file takes little memory, also if it was crafted.
func TestCraftedFilesTakeLittleMemory(t *testing.T) {
	const much, enough = 300 << 20, 100 << 20
	flood := func(to io.Writer) error {
		chunk := bytes.Repeat([]byte{'x'}, 1<<20)
		for range much / len(chunk) {
			if _, err := to.Write(chunk); err != nil {
				return err
			}
		}
		return nil
	}
	for what, craft := range map[string]func(*Writer) (Manifest, error){
		"a row without an end": func(w *Writer) (m Manifest, err error) {
			entry, err := w.zip.Create(entryName("items"))
			if err == nil {
				err = flood(entry)
			}
			return Manifest{Tables: []Table{{Name: "items", Rows: 1}}}, err
		},
		"a manifest without an end": func(w *Writer) (m Manifest, err error) {
			entry, err := w.zip.Create(manifestName)
			if err == nil {
				_, err = io.WriteString(entry, `{"made_by":"`)
			}
			if err == nil {
				err = flood(entry)
			}
			return m, err
		},
		"a file without an end": func(w *Writer) (m Manifest, err error) {
			entry, err := w.zip.Create(sumsName)
			if err == nil {
				_, err = fmt.Fprintf(entry, "%064x  1/aa/x\n", 0)
			}
			if err == nil {
				entry, err = w.zip.Create(tarName)
			}
			if err == nil {
				err = tar.NewWriter(entry).WriteHeader(&tar.Header{Name: "1/aa/x", Size: much})
			}
			if err == nil {
				err = flood(entry)
			}
			return Manifest{Files: Files{Named: 1, Held: 1, Bytes: much}}, err
		},
		"a directory of many names": func(w *Writer) (m Manifest, err error) {
			long := strings.Repeat("x", 60_000)
			for n := range 2000 {
				if _, err := w.zip.Create(fmt.Sprint(n, long)); err != nil {
					return m, err
				}
			}
			return m, nil
		},
	} {
		path := crafted(t, craft)
		before := allocated()
		r, err := Open(path)
		if err == nil && r.Manifest.Files.Held > 0 {
			err = r.CheckFiles(func(File) {})
		}
		if err == nil {
			r.Close()
			t.Errorf("%s is taken for a backup", what)
		}
		took := allocated() - before
		t.Logf("%s takes %d MB: %v", what, took>>20, err)
		if took > enough {
			t.Errorf("%s takes %d MB", what, took>>20)
		}
	}
}

// crafted writes a file with a valid seal.
func crafted(t *testing.T, craft func(*Writer) (Manifest, error)) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "crafted.backup")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := Stream(file)
	m, err := craft(w)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(m); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// allocated returns the total memory ever allocated, at least as much as was
// held at once.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}
