package archive

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

type content struct {
	File
	bytes []byte
}

func someFiles(n int) (all []content) {
	for i := range n {
		bytes := bytes.Repeat([]byte{byte('a' + i)}, 100*i)
		all = append(all, content{File{fmt.Sprintf("1/aa/%d", i), sha256.Sum256(bytes), int64(len(bytes))}, bytes})
	}
	return all
}

func addFile(to *FilesWriter, f File, bytes []byte) error {
	w, err := to.Begin(f)
	if err == nil {
		_, err = w.Write(bytes)
	}
	return err
}

// addFiles adds files but for those that are lost.
func addFiles(t *testing.T, w *Writer, all []content, lost ...string) (m Files) {
	t.Helper()
	err := w.Sums(func(yield func(File, error) bool) {
		for _, f := range all {
			if !yield(f.File, nil) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	to, err := w.Files()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		m.Named++
		if slices.Contains(lost, f.Name) {
			continue
		}
		if err := addFile(to, f.File, f.bytes); err != nil {
			t.Fatal(err)
		}
		m.Held, m.Bytes = m.Held+1, m.Bytes+f.Size
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	return m
}

// withFiles writes a backup of files, with a manifest that change has altered.
func withFiles(t *testing.T, all []content, change func(*Files), lost ...string) *Reader {
	t.Helper()
	path := filepath.Join(t.TempDir(), "files.backup")
	var to bytes.Buffer // as to standard output
	w := Stream(&to)
	m := Manifest{Files: addFiles(t, w, all, lost...)}
	change(&m.Files)
	if err := w.Close(m); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, to.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func asWritten(*Files) {}

func TestFilesAreRead(t *testing.T) {
	all := someFiles(5)
	r := withFiles(t, all, asWritten, "1/aa/0", "1/aa/3")
	want := map[string]string{"1/aa/0": "absent", "1/aa/1": string(all[1].bytes), "1/aa/2": string(all[2].bytes), "1/aa/3": "absent", "1/aa/4": string(all[4].bytes)}
	got := map[string]string{}
	err := r.EachFile(func(f File, content io.Reader) error {
		got[f.Name] = "absent"
		if content != nil {
			read, err := io.ReadAll(content)
			if int64(len(read)) != f.Size {
				t.Errorf("%s has %d bytes and is said to have %d", f.Name, len(read), f.Size)
			}
			got[f.Name] = string(read)
			return err
		}
		return nil
	})
	if err != nil || !maps.Equal(got, want) {
		t.Errorf("%v: %v, want %v", err, got, want)
	}
	var absent []string
	if err := r.CheckFiles(func(f File) { absent = append(absent, f.Name) }); err != nil || !slices.Equal(absent, []string{"1/aa/0", "1/aa/3"}) {
		t.Errorf("%v, absent are %v", err, absent)
	}
	if lost := r.Manifest.Files.Lost(); lost != 2 {
		t.Errorf("%d are lost", lost)
	}
}

// What the seal cannot know: whether the bytes are those of the rows.
func TestFilesAreChecked(t *testing.T) {
	for what, c := range map[string]struct {
		says   string
		alter  func([]content)
		change func(*Files)
	}{
		"other bytes":          {"1/aa/2: its hash is another", func(all []content) { all[2].bytes[7] = 'x' }, asWritten},
		"a hash without bytes": {"its hash is another", func(all []content) { all[0].Sum[0]++ }, asWritten},
		"one too few":          {"holds 3 of 3 files with 300 bytes, and should hold 4 of 4 with 300", func([]content) {}, func(m *Files) { m.Named, m.Held = 4, 4 }},
		"a byte too many":      {"should hold 3 of 3 with 301", func([]content) {}, func(m *Files) { m.Bytes++ }},
	} {
		all := someFiles(3)
		c.alter(all)
		if err := withFiles(t, all, c.change).CheckFiles(func(File) {}); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %s", what, err, c.says)
		}
	}
	path := crafted(t, func(w *Writer) (Manifest, error) {
		m := addFiles(t, w, someFiles(1))
		to, err := w.Files() // a second TAR of the same name goes unread
		if err == nil {
			err = addFile(to, File{Name: "1/aa/9"}, nil)
		}
		return Manifest{Files: m}, err
	})
	if r, err := Open(path); err == nil {
		r.Close()
		t.Error("a second TAR goes unnoticed")
	}
	path = crafted(t, func(w *Writer) (Manifest, error) {
		if err := w.Sums(func(func(File, error) bool) {}); err != nil {
			return Manifest{}, err
		}
		to, err := w.Files()
		if err == nil {
			err = addFile(to, File{Name: "1/aa/9"}, nil)
		}
		return Manifest{Files: Files{Named: 1, Held: 1}}, err
	})
	r, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := r.CheckFiles(func(File) {}); err == nil || !strings.Contains(err.Error(), "1/aa/9 that it does not name") {
		t.Errorf("a file that nothing names: %v", err)
	}
}

// A backup without files is whole, and says so.
func TestFilesAreLeftOut(t *testing.T) {
	path := crafted(t, func(*Writer) (Manifest, error) { return Manifest{Files: Files{Named: 7, LeftOut: true}}, nil })
	r, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := r.CheckFiles(func(File) { t.Error("a file is absent that was left out") }); err != nil || r.Manifest.Files.Lost() != 0 {
		t.Errorf("%v, %d lost", err, r.Manifest.Files.Lost())
	}
}
