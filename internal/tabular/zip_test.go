package tabular_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io/fs"
	"runtime"
	"strings"
	"testing"

	"vitrine/internal/tabular"
)

// memory is how much was allocated in total.
func memory(t testing.TB, do func()) uint64 {
	t.Helper()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestTableWithPhotos(t *testing.T) {
	content := packed(t, "list.csv", "name,photo\nVase,a.jpg\n", "a.jpg", "one", "sub/b.jpg", "two", "sub/c.jpg", "three", "other/c.jpg", "four", "__MACOSX/list.csv", "x", ".DS_Store", "x", "sub/", "")
	table := open(t, content, tabular.Options{Dir: t.TempDir()})
	expect(t, "format", table.Detected.Format, tabular.ZIP)
	expect(t, "entry", table.Detected.Entry, "list.csv")
	rows, _ := read(t, table)
	expect(t, "rows", rows, [][]string{{"2", "Vase", "a.jpg"}})
	for name, want := range map[string]string{"a.jpg": "a.jpg", "b.jpg": "sub/b.jpg", `sub\b.jpg`: "sub/b.jpg", "./sub/b.jpg": "sub/b.jpg", "elsewhere/b.jpg": "sub/b.jpg", "sub/c.jpg": "sub/c.jpg", "c.jpg": "", "d.jpg": ""} {
		photo, _ := table.Photos.Find(name)
		expect(t, name, photo.Name, want)
	}
}

func TestTableInZIPOfAnyFormat(t *testing.T) {
	sheet := book(t, "", "", "S", `<row><c t="str"><v>a</v></c></row><row><c t="str"><v>b</v></c></row>`)
	for name, content := range map[string]string{"a.xlsx": sheet, "a.json": `[{"a":"b"}]`, "a.xml": `<l><r><a>b</a></r></l>`, "a.tsv": "a\tx\nb\ty\n", "a.txt": "a,x\nb,y\n"} {
		rows, _ := read(t, open(t, packed(t, name, content, "p.jpg", "x"), tabular.Options{Dir: t.TempDir()}))
		if len(rows) != 1 || rows[0][1] != "b" {
			t.Errorf("%s has %q", name, rows)
		}
	}
}

// raw is a ZIP with one entry besides a table, whose header is as given.
func raw(t *testing.T, header zip.FileHeader, content string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, entry := range []struct {
		header  zip.FileHeader
		content string
	}{{zip.FileHeader{Name: "a.csv"}, "a,b\n1,2\n"}, {header, content}} {
		w, err := z.CreateHeader(&entry.header)
		if err == nil {
			_, err = w.Write([]byte(entry.content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestZIPIsRefused(t *testing.T) {
	link := zip.FileHeader{Name: "link.jpg"}
	link.SetMode(fs.ModeSymlink | 0o777)
	device := zip.FileHeader{Name: "device.jpg"}
	device.SetMode(fs.ModeDevice | 0o600)
	bomb := strings.Repeat("0", 1<<20)
	good := packed(t, "a.csv", "a,b\n1,2\n")
	for _, c := range []struct{ what, content, code string }{
		{"up", raw(t, zip.FileHeader{Name: "../x.jpg"}, "x"), tabular.UnsafeArchive},
		{"up in the middle", raw(t, zip.FileHeader{Name: "a/../../x.jpg"}, "x"), tabular.UnsafeArchive},
		{"absolute", raw(t, zip.FileHeader{Name: "/etc/x.jpg"}, "x"), tabular.UnsafeArchive},
		{"a backslash", raw(t, zip.FileHeader{Name: `..\x.jpg`}, "x"), tabular.UnsafeArchive},
		{"a drive", raw(t, zip.FileHeader{Name: `C:/x.jpg`}, "x"), tabular.UnsafeArchive},
		{"a link", raw(t, link, "/etc/passwd"), tabular.UnsafeArchive},
		{"a device", raw(t, device, ""), tabular.UnsafeArchive},
		{"nesting", packed(t, "a.csv", "a\n1\n", "b.zip", good), tabular.UnsafeArchive},
		{"nesting by another name", packed(t, "a.csv", good), tabular.UnsafeArchive},
		{"a bomb", raw(t, zip.FileHeader{Name: "b.jpg", Method: zip.Deflate}, bomb), tabular.UnsafeArchive},
		{"no table", packed(t, "a.jpg", "x"), tabular.NoTable},
		{"two tables", packed(t, "a.csv", "a\n1\n", "b.csv", "a\n1\n"), tabular.SeveralTables},
		{"cut", good[:len(good)-3], tabular.Damaged},
		{"only an end", "PK\x05\x06" + strings.Repeat("\x00", 18), tabular.NoTable},
		{"something in front of the directory", "PK\x03\x04 and more" + good, tabular.Damaged},
	} {
		expect(t, c.what, failure(t, c.content, tabular.Options{Dir: t.TempDir()}).Code, c.code)
	}
}

func TestPackagesByTheirNames(t *testing.T) {
	for want, content := range map[string]string{
		tabular.Archive: packed(t, "data/items.jsonl", "{}", "manifest.json", "{}"),
		tabular.ZIP:     packed(t, "list.csv", "a", "manifest.json", "{}"),
		tabular.XLSX:    packed(t, "xl/workbook.xml", "<workbook/>"),
		tabular.Tellico: packed(t, "tellico.xml", "<tellico/>"),
	} {
		if format, err := tabular.FormatOf(strings.NewReader(content), int64(len(content))); err != nil || format != want {
			t.Errorf("it is %s, %v; want %s", format, err, want)
		}
	}
	for _, name := range []string{"content.xml", "xl/workbook.bin", "word/document.xml"} {
		expect(t, name, failure(t, packed(t, "mimetype", "x", name, "x"), tabular.Options{}).Code, tabular.UnsupportedFormat)
	}
	expect(t, "an archive", failure(t, packed(t, "data/items.jsonl", "{}", "manifest.json", "{}"), tabular.Options{}).Code, tabular.UnsupportedFormat)
}

func TestRatioAndEntries(t *testing.T) {
	for _, c := range []struct {
		times int
		want  string
	}{{100, ""}, {101, tabular.UnsafeArchive}} {
		content := raw(t, zip.FileHeader{Name: "b.jpg", Method: zip.Store}, strings.Repeat("x", 50))
		claimed := setSizes(content, 50, 50*c.times)
		table, err := tabular.Open(strings.NewReader(claimed), int64(len(claimed)), tabular.Options{Dir: t.TempDir()})
		if c.want == "" {
			if err != nil {
				t.Errorf("%d times: %v", c.times, err)
			} else {
				table.Close()
			}
			continue
		}
		expect(t, "ratio", failure(t, claimed, tabular.Options{Dir: t.TempDir()}).Code, c.want)
	}
	for _, c := range []struct {
		entries int
		code    string
	}{{10_000, ""}, {10_001, tabular.UnsafeArchive}} {
		pairs := []string{"a.csv", "a,b\n1,2\n"}
		for i := 1; i < c.entries; i++ {
			pairs = append(pairs, fmt.Sprintf("%d.jpg", i), "")
		}
		content := packed(t, pairs...)
		if c.code == "" {
			open(t, content, tabular.Options{Dir: t.TempDir()})
			continue
		}
		expect(t, "entries", failure(t, content, tabular.Options{}).Code, c.code)
	}
}

// setSizes changes the size of an entry in the directory.
func setSizes(content string, from, to int) string {
	directory := strings.Index(content, "PK\x01\x02")
	old := string([]byte{byte(from), byte(from >> 8), 0, 0, byte(from), byte(from >> 8), 0, 0})
	changed := string([]byte{byte(from), byte(from >> 8), 0, 0, byte(to), byte(to >> 8), 0, 0})
	return content[:directory] + strings.Replace(content[directory:], old, changed, 1)
}

func TestFalseCountOfEntries(t *testing.T) { // the end says one entry, the directory has 10,001
	pairs := []string{"a.csv", "a,b\n1,2\n"}
	for i := range 10_000 {
		pairs = append(pairs, fmt.Sprintf("%d.jpg", i), "")
	}
	content := []byte(packed(t, pairs...))
	end := bytes.LastIndex(content, []byte("PK\x05\x06"))
	content[end+8], content[end+9], content[end+10], content[end+11] = 1, 0, 1, 0
	expect(t, "code", failure(t, string(content), tabular.Options{}).Code, tabular.UnsafeArchive)
}
