package tabular_test

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"vitrine/internal/tabular"
)

// piece is a file with a repeated part, which takes no memory.
type piece struct {
	head, body, tail string
	times            int64
}

func (p piece) size() int64 {
	return int64(len(p.head)+len(p.tail)) + int64(len(p.body))*p.times
}

func (p piece) ReadAt(to []byte, at int64) (n int, err error) {
	for n < len(to) && at < p.size() {
		var from string
		switch body := at - int64(len(p.head)); {
		case body < 0:
			from = p.head[at:]
		case body < int64(len(p.body))*p.times:
			from = p.body[body%int64(len(p.body)):]
		default:
			from = p.tail[body-int64(len(p.body))*p.times:]
		}
		copied := copy(to[n:], from)
		n, at = n+copied, at+int64(copied)
	}
	if n < len(to) {
		err = io.EOF
	}
	return n, err
}

// peak reads a file to its end or failure, and returns the largest heap.
func peak(t *testing.T, file io.ReaderAt, size int64, o tabular.Options) (held uint64, rows int, err error) {
	t.Helper()
	o.Dir = t.TempDir()
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	runtime.GC()
	var before, now runtime.MemStats
	runtime.ReadMemStats(&before)
	look := func() {
		runtime.ReadMemStats(&now)
		held = max(held, now.HeapAlloc-min(before.HeapAlloc, now.HeapAlloc))
	}
	table, err := tabular.Open(file, size, o)
	look()
	if err != nil {
		return held, 0, err
	}
	defer table.Close()
	for {
		if rows%1000 == 0 {
			look()
		}
		if _, err := table.Next(); err != nil {
			look()
			return held, rows, err
		}
		rows++
	}
}

const mib = 1 << 20

func TestHostileFilesNeedLittleMemory(t *testing.T) {
	row := strings.Repeat("x,", 11) + "x\n"
	for _, c := range []struct {
		what string
		file piece
		o    tabular.Options
		code string // empty is to the end
		most uint64
	}{
		{"a line of 1 GiB", piece{head: "a,b\n", body: strings.Repeat("x", mib), times: 1024}, tabular.Options{Encoding: "utf-8"}, "", 8 * mib},
		{"a first line of 1 GiB", piece{body: strings.Repeat("x", mib), times: 1024}, tabular.Options{}, "", 8 * mib},
		{"a quoted cell of 32 MiB", piece{head: "a,b\n\"", body: strings.Repeat("x", mib), times: 32, tail: "\",1\n"}, tabular.Options{Encoding: "utf-8"}, "", 8 * mib},
		{"a quote that is never closed", piece{head: "a,b\n1,\"", body: "x,\n", times: 4 * mib}, tabular.Options{}, tabular.UnclosedQuote, 8 * mib},
		{"a row of 4 million cells", piece{head: "a,b\n", body: "x,", times: 4 * mib}, tabular.Options{Encoding: "utf-8"}, "", 8 * mib},
		{"a header of 10,000 cells", piece{body: "x,", times: 10_000, tail: "\n1\n"}, tabular.Options{}, tabular.TooManyColumns, 8 * mib},
		{"10,000 columns without a header", piece{body: "x,", times: 10_000, tail: "\n"}, tabular.Options{HeaderRow: new(0)}, tabular.TooManyColumns, 8 * mib},
		{"200,001 rows", piece{head: "a,b\n", body: "1,2\n", times: 200_001}, tabular.Options{}, tabular.TooManyRows, 8 * mib},
		{"5,000,001 cells", piece{head: strings.Repeat("a,", 255) + "b\n", body: strings.Repeat("x,", 255) + "x\n", times: 20_000}, tabular.Options{}, tabular.TooManyValues, 16 * mib},
		{"blank rows", piece{head: "a,b\n", body: "\n", times: 4 * mib}, tabular.Options{}, "", 8 * mib},
		{"NUL", piece{body: "\x00", times: 4 * mib}, tabular.Options{}, "", 8 * mib},
		{"rows", piece{head: row, body: row, times: 199_999}, tabular.Options{}, "", 8 * mib},
		{"many objects", piece{head: `[{"a":1}`, body: `,{"a":1}`, times: 60_000, tail: "]"}, tabular.Options{}, "", 16 * mib},
		{"a json text of 32 MiB", piece{head: `[{"a":"`, body: strings.Repeat("x", mib), times: 32, tail: `"}]`}, tabular.Options{Encoding: "utf-8"}, tabular.TooLarge, 32 * mib},
		{"an object of 32 MiB", piece{head: `[{"a":[0`, body: ",1", times: 4 * mib, tail: `]}]`}, tabular.Options{Encoding: "utf-8"}, tabular.TooLarge, 16 * mib},
		{"an xml text of 32 MiB", piece{head: `<l><r><a>`, body: strings.Repeat("x", mib), times: 32, tail: `</a></r></l>`}, tabular.Options{}, "", 16 * mib},
		{"an attribute of 32 MiB", piece{head: `<l><r a="`, body: strings.Repeat("x", mib), times: 32, tail: `"/></l>`}, tabular.Options{}, tabular.Damaged, 16 * mib},
		{"an element of 32 MiB", piece{head: `<l><r>`, body: "<a/>", times: 4 * mib, tail: `</r></l>`}, tabular.Options{}, tabular.TooLarge, 16 * mib},
		{"a comment of 32 MiB", piece{head: `<l><!--`, body: strings.Repeat("x", mib), times: 32, tail: `--><r><a>1</a></r></l>`}, tabular.Options{}, "", 16 * mib},
	} {
		t.Run(c.what, func(t *testing.T) {
			held, rows, err := peak(t, c.file, c.file.size(), c.o)
			var failed *tabular.Failed
			if c.code == "" && !errors.Is(err, io.EOF) || c.code != "" && (!errors.As(err, &failed) || failed.Code != c.code) {
				t.Errorf("it ends with %v after %d rows, want %q", err, rows, c.code)
			}
			if held > c.most {
				t.Errorf("it held %d MiB", held/mib)
			}
		})
	}
}

// sheetFile is a spreadsheet on disk whose sheet is written by a function.
func sheetFile(t testing.TB, shared, rows func(io.Writer)) (*os.File, int64) {
	t.Helper()
	f, err := os.Create(t.TempDir() + "/book.xlsx")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	z := zip.NewWriter(f)
	part := func(name, before string, content func(io.Writer), after string) {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(w, before)
		if content != nil {
			content(w)
		}
		fmt.Fprint(w, after)
	}
	part("xl/workbook.xml", fmt.Sprintf(workbookXML, "", `<sheet name="S" r:id="rId1"/>`), nil, "")
	part("xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`, nil, "")
	part("xl/styles.xml", stylesXML, nil, "")
	part("xl/sharedStrings.xml", "<sst>", shared, "</sst>")
	part("xl/worksheets/sheet1.xml", `<worksheet><dimension ref="A1:XFD1048576"/><sheetData>`, rows, "</sheetData></worksheet>")
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		t.Fatal(err)
	}
	return f, size
}

func TestHostileSpreadsheets(t *testing.T) {
	for _, c := range []struct {
		what         string
		shared, rows func(io.Writer)
		code         string
		rowsRead     int
		most         uint64
	}{
		{"a cell in the last corner", nil, func(w io.Writer) {
			fmt.Fprint(w, `<row r="1"><c r="A1" t="str"><v>a</v></c></row><row r="1048576"><c r="XFD1048576" t="str"><v>b</v></c></row>`)
		}, "", 1, 8 * mib},
		{"a header of all columns", nil, func(w io.Writer) {
			fmt.Fprint(w, `<row r="1"><c r="A1" t="str"><v>a</v></c><c r="XFD1" t="str"><v>b</v></c></row>`)
		}, tabular.TooManyColumns, 0, 8 * mib},
		{"many texts", func(w io.Writer) {
			for i := range 150_000 {
				fmt.Fprintf(w, "<si><t>%d-%x-%d</t></si>", i, i*7919, i%911)
			}
		}, func(w io.Writer) {
			for i := range 60_000 {
				fmt.Fprintf(w, `<row><c t="s"><v>%d</v></c><c t="s"><v>%d</v></c></row>`, i, i*2)
			}
		}, "", 59_999, 64 * mib},
		{"rows that go back", nil, func(w io.Writer) {
			fmt.Fprint(w, `<row r="5"><c t="str"><v>a</v></c></row><row r="2"><c t="str"><v>b</v></c></row><row r="99999999999"><c t="str"><v>c</v></c></row>`)
		}, "", 2, 8 * mib},
	} {
		t.Run(c.what, func(t *testing.T) {
			file, size := sheetFile(t, c.shared, c.rows)
			held, rows, err := peak(t, file, size, tabular.Options{})
			var failed *tabular.Failed
			if c.code == "" && !errors.Is(err, io.EOF) || c.code != "" && (!errors.As(err, &failed) || failed.Code != c.code) {
				t.Errorf("it ends with %v, want %q", err, c.code)
			}
			if rows != c.rowsRead || held > c.most {
				t.Errorf("%d rows in %d MiB, want %d", rows, held/mib, c.rowsRead)
			}
		})
	}
}
