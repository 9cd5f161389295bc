package portable

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// watched tells how much heap is held while it is read.
type watched struct {
	io.ReaderAt
	before, held uint64
	reads        int
}

// watch begins to look, after everything else is gone.
func watch(t *testing.T, from io.ReaderAt) *watched {
	t.Helper()
	percent := debug.SetGCPercent(10)
	t.Cleanup(func() { debug.SetGCPercent(percent) })
	runtime.GC()
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	return &watched{ReaderAt: from, before: now.HeapAlloc}
}

func (w *watched) ReadAt(b []byte, at int64) (int, error) {
	if w.reads++; w.reads%64 == 0 {
		w.look()
	}
	return w.ReaderAt.ReadAt(b, at)
}

func (w *watched) look() {
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	w.held = max(w.held, now.HeapAlloc-min(w.before, now.HeapAlloc))
}

// endless repeats a text so many times.
type endless struct {
	text  string
	times int64
}

// bomb is an archive whose entries are replaced by endless ones, and whose manifest tells so.
func bomb(t *testing.T, manifest func(string) string, entries map[string]endless) []byte {
	t.Helper()
	whole := written(t, sample)
	z, err := zip.NewReader(bytes.NewReader(whole), int64(len(whole)))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	add := func(name string, e endless) {
		to, err := w.Create(name)
		block := strings.Repeat(e.text, int(min(e.times, 1<<10)))
		for n := e.times * int64(len(e.text)); n > 0 && err == nil; n -= int64(len(block)) {
			_, err = io.WriteString(to, block[:min(n, int64(len(block)))])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range z.File {
		e, other := entries[f.Name]
		if !other {
			data, err := read(f, 1<<20)
			if err != nil {
				t.Fatal(err)
			}
			if e = (endless{string(data), 1}); f.Name == manifestPath {
				e.text = manifest(e.text)
			}
		}
		add(f.Name, e)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// telling lets the manifest tell another number of rows and bytes of a part.
func telling(path string, rows, size int64) func(string) string {
	return func(manifest string) string {
		at := strings.Index(manifest, `{"path":"`+path+`"`)
		end := at + strings.Index(manifest[at:], "}")
		return manifest[:at] + fmt.Sprintf(`{"path":%q,"rows":%d,"sha256":%q,"size":%d`, path, rows, hashed(""), size) + manifest[end:]
	}
}

func as1(s string) string { return s }

// Archives that unpack to much more than they are need little memory, and are found out.
func TestBombsNeedLittleMemory(t *testing.T) {
	const much, mib = 64 << 20, 1 << 20
	tags, file := "data/tags.jsonl", filePath(hashed("picture"))
	line := `{"color":"#","created_at":"","name":"` + strings.Repeat("n", 1000) + `","updated_at":"","uuid":""}` + "\n"
	unknown := "{" + strings.TrimSuffix(strings.Repeat(`"%d":1,`, 20000), ",") + "}\n"
	numbers := make([]any, 20000)
	for i := range numbers {
		numbers[i] = i
	}
	unknown = fmt.Sprintf(unknown, numbers...)
	for name, c := range map[string]struct {
		content []byte
		finds   string
	}{
		"lines that are nothing":          {bomb(t, telling(tags, 1<<40, much), map[string]endless{tags: {"\n", much}}), "it has more than 5000000 lines"},
		"more lines than are told":        {bomb(t, telling(tags, 3, much), map[string]endless{tags: {line, much / int64(len(line))}}), "it has more lines than the manifest tells, 3"},
		"fewer lines than none":           {bomb(t, telling(tags, -1, much), map[string]endless{tags: {line, much / int64(len(line))}}), "it has more lines than the manifest tells, -1"},
		"lines that are all wrong":        {bomb(t, telling(tags, 1<<40, much), map[string]endless{tags: {line, much / 2 / int64(len(line))}}), "uuid is not what it should be"},
		"a line without end":              {bomb(t, telling(tags, 1, much), map[string]endless{tags: {"x", much}}), "a line is too long"},
		"members that nobody knows":       {bomb(t, telling(tags, 1<<40, much), map[string]endless{tags: {unknown, 20}}), `there is no member "0"`},
		"more bytes than are told":        {bomb(t, telling(tags, 1<<40, 10), map[string]endless{tags: {line, much / int64(len(line))}}), "it has another size than the manifest tells, 10"},
		"a manifest without end":          {bomb(t, as1, map[string]endless{manifestPath: {" ", much}}), "it is larger than 1048576 bytes"},
		"a file that is packed":           {bomb(t, as1, map[string]endless{file: {"\x00", much}}), "it is packed, and files are stored as they are"},
		"a size that nobody could unpack": {bomb(t, telling(tags, 5, 1<<62), map[string]endless{tags: {line, 5}}), "it has another size"},
	} {
		if len(c.content) > 4*mib {
			t.Errorf("%s: the archive has %d bytes", name, len(c.content))
		}
		w := watch(t, bytes.NewReader(c.content))
		Is(w, int64(len(c.content)))
		v, err := Verify(w, int64(len(c.content)))
		w.look()
		if err != nil || !slices.ContainsFunc(v.Findings, func(f Finding) bool { return strings.Contains(f.String(), c.finds) }) {
			t.Errorf("%s: it was not found that %s, but %.1000q (%v)", name, c.finds, v.Findings, err)
		}
		if w.held > 32*mib {
			t.Errorf("%s: %d MiB were held", name, w.held/mib)
		}
		if len(v.Findings) > 300 || v.Found() < int64(len(v.Findings)) {
			t.Errorf("%s: %d findings are kept of %d", name, len(v.Findings), v.Found())
		}
	}
}

// entries is a ZIP of so many entries that are nothing, and a directory of them that nobody holds.
type entries struct {
	one, tail string
	n         int64
}

func newEntries(n int64) entries {
	one := make([]byte, 46+8)
	copy(one, "PK\x01\x02")
	one[28] = 8
	copy(one[46:], "data/a.j")
	length := n * int64(len(one))
	le := binary.LittleEndian
	tail := le.AppendUint64([]byte("PK\x06\x06"), 44)
	tail = append(tail, make([]byte, 12)...)
	tail = le.AppendUint64(le.AppendUint64(le.AppendUint64(le.AppendUint64(tail, uint64(n)), uint64(n)), uint64(length)), 0)
	tail = le.AppendUint32(le.AppendUint64(append(append(tail, "PK\x06\x07"...), 0, 0, 0, 0), uint64(length)), 1)
	tail = append(append(tail, "PK\x05\x06"...), 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0)
	return entries{string(one), string(tail), n}
}

func (e entries) size() int64 { return int64(len(e.one))*e.n + int64(len(e.tail)) }

func (e entries) ReadAt(b []byte, at int64) (n int, err error) {
	for n < len(b) {
		from := ""
		if end := int64(len(e.one)) * e.n; at < end {
			from = e.one[at%int64(len(e.one)):]
		} else if at < e.size() {
			from = e.tail[at-end:]
		} else {
			return n, io.EOF
		}
		copied := copy(b[n:], from)
		n, at = n+copied, at+int64(copied)
	}
	return n, nil
}

// Entries are counted before there is an object for each.
func TestManyEntriesNeedLittleMemory(t *testing.T) {
	of := newEntries(3_000_000)
	w := watch(t, of)
	if Is(w, of.size()) {
		t.Error("it is taken for an archive")
	}
	v, err := Verify(w, of.size())
	w.look()
	if err != nil || len(v.Findings) != 1 || v.Findings[0].What != "it has more than 1000000 entries" {
		t.Errorf("%q %v", v.Findings, err)
	}
	if w.held > 8<<20 {
		t.Errorf("%d MiB were held", w.held>>20)
	}
	few := newEntries(3)
	if v, err := Verify(few, few.size()); err != nil || v.Findings[0].What != "the last entry is not manifest.json" { // so the entries above are read as such
		t.Errorf("%q %v", v.Findings, err)
	}
}

// A line of the longest length is taken, one that is longer is not, wherever it ends.
func TestLongestLine(t *testing.T) {
	t.Parallel()
	for over, want := range map[int]error{0: nil, 1: errLongLine, 10: errLongLine, 1 << 17: errLongLine} {
		text := strings.Repeat("x", MaxLine-1+over) + "\nshort\n"
		for _, from := range []io.Reader{strings.NewReader(text), io.MultiReader(strings.NewReader(text[:7]), strings.NewReader(text[7:]))} {
			n, err := eachLine(from, MaxLines, func(int, []byte) {})
			if !errors.Is(err, want) || err == nil && n != 2 {
				t.Errorf("%d bytes more than may be: %d lines, %v", over, n, err)
			}
		}
	}
}

// Only the first findings of each part are kept, and the others counted; texts of strangers are
// quoted.
func TestFindingsAreFew(t *testing.T) {
	t.Parallel()
	many := strings.Repeat("\x1b[31m\n", 1000)
	whole := written(t, sample)
	content := repacked(t, whole, func(name, data string) (string, string, bool) {
		switch name {
		case "data/tags.jsonl":
			data = many
		case manifestPath:
			data = telling("data/tags.jsonl", 1000, int64(len(many)))(data)
		}
		return name, data, true
	}, [2]string{"data/\x1b[2J.jsonl", ""}, [2]string{"x\nwhole: 23 parts", ""})
	v := verified(t, content)
	kept := 0
	for _, f := range v.Findings {
		if f.Path == "data/tags.jsonl" {
			kept++
		}
		if strings.ContainsAny(f.String(), "\x1b\n") {
			t.Errorf("%q is printed as it is", f.String())
		}
	}
	if more := v.More()["data/tags.jsonl"]; kept != mostKept+1 || more != 1000-mostKept { // of the lines, and that the hash is another
		t.Errorf("%d findings are kept, and %d more are counted", kept, more)
	}
	if v.Found() != int64(len(v.Findings))+v.More()["data/tags.jsonl"] {
		t.Errorf("%d are found in all", v.Found())
	}
	if code, message := v.Failure(); code != Damaged || !strings.Contains(message, "its hash is") {
		t.Errorf("%s: %s", code, message)
	}
}
