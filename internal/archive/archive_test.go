package archive

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// example writes a small backup and returns its path.
func example(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "example.backup")
	w, err := Create(path, false)
	if err != nil {
		t.Fatal(err)
	}
	m := Manifest{MadeBy: "a test", Schema: 7}
	for _, table := range []Table{{Name: "accounts", Columns: []string{"id", "name"}}, {Name: "items", Columns: []string{"id"}}, {Name: "empty"}} {
		table.Rows, table.Fingerprint, err = w.Table(table.Name, func(to io.Writer) error {
			for n := range len(table.Columns) * 40 {
				if _, err := fmt.Fprintf(to, "%d\tvalue %d\n", n, n*n); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		m.Tables = append(m.Tables, table)
	}
	m.Files = addFiles(t, w, someFiles(3), "1/aa/1")
	if err := w.Close(m); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	r, err := Open(example(t))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if m := r.Manifest; m.MadeBy != "a test" || m.Schema != 7 || m.Rows() != 120 || len(m.Tables) != 3 {
		t.Errorf("the manifest is %+v", m)
	}
	rows, err := r.Table("items")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	if text, err := io.ReadAll(rows); err != nil || !strings.HasPrefix(string(text), "0\tvalue 0\n1\tvalue 1\n") {
		t.Errorf("the rows are %q (%v)", text, err)
	}
}

// Any changed, added or missing byte is noticed.
func TestEveryByteCounts(t *testing.T) {
	path := example(t)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(what string, content []byte) {
		t.Helper()
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if r, err := Open(path); err == nil {
			r.Close()
			t.Errorf("%s went unnoticed", what)
		}
	}
	for at := range whole {
		whole[at] ^= 1
		refused(fmt.Sprintf("a changed bit in byte %d of %d", at, len(whole)), whole)
		whole[at] ^= 1
		if at%16 == 0 {
			refused(fmt.Sprintf("the end after byte %d", at), whole[:at])
		}
	}
	refused("a byte more", append(whole, 'x'))
	refused("a byte before", append([]byte{'x'}, whole...))
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	if r, err := Open(path); err != nil {
		t.Errorf("the whole file is refused: %v", err)
	} else {
		r.Close()
	}
}

func TestNothingIsOverwritten(t *testing.T) {
	path := example(t)
	if _, err := Create(path, false); err == nil || !strings.Contains(err.Error(), "--replace") {
		t.Errorf("create again: %v, want advice", err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	w, err := Create(path, true)
	if err != nil {
		t.Fatal(err)
	}
	w.Discard() // as if the backup had failed
	if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
		t.Errorf("a backup that failed has changed the one before it (%v)", err)
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
	if about, err := os.Stat(path); err != nil || about.Mode().Perm() != 0o600 {
		t.Errorf("others can read the backup: %v (%v)", about.Mode(), err)
	}
}

func TestDigestKnowsRowsAndNotTheirOrder(t *testing.T) {
	of := func(parts ...string) string {
		var d Digest
		for _, p := range parts {
			_, _ = d.Write([]byte(p))
		}
		return fmt.Sprint(d.Rows, " ", d.Fingerprint())
	}
	want := of("a\tb\n", "c\n")
	for _, same := range [][]string{{"c\na\tb\n"}, {"a", "\tb", "\nc\n"}, {"c\n", "a\tb\n"}} {
		if got := of(same...); got != want {
			t.Errorf("%q is %s, want %s", same, got, want)
		}
	}
	for _, other := range [][]string{{"a\tb\nc\nc\n"}, {"a\tb\n"}, {"a\tb\nd\n"}, {"a\tb\nc"}, {"a\tbc\n\n"}, nil} {
		if got := of(other...); got == want {
			t.Errorf("%q is taken for the same", other)
		}
	}
}
