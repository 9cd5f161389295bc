package tabular_test

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"vitrine/internal/tabular"
)

func open(t *testing.T, content string, o tabular.Options) *tabular.Table {
	t.Helper()
	table, err := tabular.Open(strings.NewReader(content), int64(len(content)), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(table.Close)
	return table
}

// read is all rows, as row number and cells, and the issues as number, column and code.
func read(t *testing.T, table *tabular.Table) (rows [][]string, issues []string) {
	t.Helper()
	for {
		row, err := table.Next()
		if errors.Is(err, io.EOF) {
			return rows, issues
		}
		if err != nil {
			t.Fatal(err)
		}
		cells := []string{fmt.Sprint(row.Number)}
		for _, c := range row.Cells {
			cells = append(cells, c.Text)
		}
		rows = append(rows, cells)
		for _, i := range row.Issues {
			issues = append(issues, fmt.Sprintf("%d/%d %s", row.Number, i.Column, i.Code))
		}
	}
}

// failure is the error of Open or of a row.
func failure(t *testing.T, content string, o tabular.Options) *tabular.Failed {
	t.Helper()
	table, err := tabular.Open(strings.NewReader(content), int64(len(content)), o)
	if err == nil {
		defer table.Close()
		for err == nil {
			_, err = table.Next()
		}
	}
	var failed *tabular.Failed
	if !errors.As(err, &failed) {
		t.Fatalf("it ends with %v, want a failure", err)
	}
	return failed
}

func names(table *tabular.Table) (all []string) {
	for _, c := range table.Columns {
		all = append(all, c.Name)
	}
	return all
}

func expect[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %q, want %q", what, fmt.Sprint(got), fmt.Sprint(want))
	}
}

func TestRecords(t *testing.T) {
	for _, c := range []struct {
		what, content string
		rows          [][]string
		issues        []string
	}{
		{"LF", "a,b\n1,2\n", [][]string{{"2", "1", "2"}}, nil},
		{"CR LF", "a,b\r\n1,2\r\n", [][]string{{"2", "1", "2"}}, nil},
		{"CR", "a,b\r1,2\r3,4", [][]string{{"2", "1", "2"}, {"3", "3", "4"}}, nil},
		{"no end of the last line", "a,b\n1,2", [][]string{{"2", "1", "2"}}, nil},
		{"quotes", "a,b\n\"x, \"\"y\"\"\",\"\"\n", [][]string{{"2", `x, "y"`, ""}}, nil},
		{"lines in a cell", "a,b\n\"1\r\n2\",3\n4,5\n", [][]string{{"2", "1\r\n2", "3"}, {"3", "4", "5"}}, nil},
		{"a bare quote", "a,b\n5\" nail,x\"y\"\n", [][]string{{"2", `5" nail`, `x"y"`}}, nil},
		{"a bare quote in quotes", "a,b\n\"say \"hi\" now\",2\n", [][]string{{"2", `say "hi" now`, "2"}}, nil},
		{"blanks behind quotes", "a,b\n\"x\" ,\"y\"  \n", [][]string{{"2", "x", "y"}}, nil},
		{"a short row", "a,b,c\n1\n", [][]string{{"2", "1", "", ""}}, nil},
		{"a long row", "a,b\n1,2,3\n", [][]string{{"2", "1", "2"}}, []string{"2/0 too_many_cells"}},
		{"empty cells at the end", "a,b\n1,2,,\n", [][]string{{"2", "1", "2"}}, nil},
		{"formulas of a text", "a,b\n=\"0123\",\"=\"\"x\"\"\"\n=\"\",=\"a\"&\"b\"\n", [][]string{{"2", "0123", "x"}, {"3", "", `="a"&"b"`}}, nil},
		{"blank rows", "\n\na,b\n\n , \n1,2\n", [][]string{{"6", "1", "2"}}, nil},
		{"NUL", "a,b\n1\x00,2\n", [][]string{{"2", "1\uFFFD", "2"}}, []string{"2/1 bad_text"}},
		{"only a header", "a,b\n", nil, nil},
	} {
		t.Run(c.what, func(t *testing.T) {
			rows, issues := read(t, open(t, c.content, tabular.Options{}))
			expect(t, "rows", rows, c.rows)
			expect(t, "issues", issues, c.issues)
		})
	}
}

func TestLinesAreCountedFromTheFile(t *testing.T) {
	table := open(t, "sep=;\na;b\n\"1\n2\";3\n4;5\n", tabular.Options{})
	expect(t, "columns", names(table), []string{"a", "b"})
	for _, want := range []struct{ number, line int }{{2, 3}, {3, 5}} {
		row, err := table.Next()
		if err != nil || row.Number != want.number || row.Line != want.line {
			t.Errorf("row %d in line %d, %v; want %+v", row.Number, row.Line, err, want)
		}
	}
}

func TestQuoteNeverClosed(t *testing.T) {
	f := failure(t, "a,b\n1,2\n3,\"x\n4,5\n", tabular.Options{})
	if f.Code != tabular.UnclosedQuote || f.Row != 3 || !strings.Contains(f.Message, "Row 3") {
		t.Errorf("%+v", f)
	}
}

func TestDelimiter(t *testing.T) {
	for _, c := range []struct{ content, chosen, want string }{
		{"a,b\n1,2\n", "", ","},
		{"a;b\n1;2,5\n3;4,5\n", "", ";"},
		{"a\tb\n1\t2\n", "", "\t"},
		{"a|b\n1|2\n", "", "|"},
		{"name;price\nx;1,5\ny;2,5\n", "", ";"}, // of the comma's records two agree, of the other's three
		{"a;b,c\n1;2,3\n", "", ","},             // a tie
		{"one\ntwo\n", "", ","},
		{"sep=|\na,b|c\n", "", "|"},
		{"sep=;\na,b\n", ",", ","},
		{"a;b\n1;2\n", "x", ";"}, // no choice
		{"a;\"b\n,,,,\"\n1;2\n", "", ";"},
		{"a,b\n1,\"x;y\n2;3\n4;5\n6;7\"\n", "", ","}, // lines within a cell
		{"item_name\n\"a;b\nc;d\"\n", "", ","},       // our own header
		{"Title, long\na;b;c\n1;2;3\n4;5;6\n", "", ";"},
	} {
		table := open(t, c.content, tabular.Options{Delimiter: c.chosen})
		expect(t, c.content, table.Detected.Delimiter, c.want)
	}
}

func TestHeader(t *testing.T) {
	for _, c := range []struct {
		content  string
		row      *int
		detected int
		names    []string
		first    string
	}{
		{"a,b\n1,2\n", nil, 1, []string{"a", "b"}, "1"},
		{"\n\nx,y\n1,2\n", nil, 3, []string{"x", "y"}, "1"},
		{"My list\n\na,b\n1,2\n", new(3), 3, []string{"a", "b"}, "1"},
		{"a,b\n1,2,3\n", new(0), 0, []string{"Column 1", "Column 2", "Column 3"}, "a"},
		{"Company,Company,,Company 2,Company\n1,2\n", nil, 1, []string{"Company", "Company 3", "Column 3", "Company 2", "Company 4"}, "1"},
		{" a \n b ,c\n1,2\n", new(2), 2, []string{"b", "c"}, "1"},
	} {
		table := open(t, c.content, tabular.Options{HeaderRow: c.row})
		expect(t, c.content, names(table), c.names)
		expect(t, c.content, table.Detected.HeaderRow, c.detected)
		if row, err := table.Next(); err != nil || row.Cells[0].Text != c.first {
			t.Errorf("%q begins with %+v, %v", c.content, row, err)
		}
	}
	expect(t, "a header behind the end", failure(t, "a\n1\n", tabular.Options{HeaderRow: new(9)}).Code, tabular.EmptyFile)
	expect(t, "nothing", failure(t, "", tabular.Options{}).Code, tabular.EmptyFile)
}

func TestEncoding(t *testing.T) {
	encode := func(bytes string, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return bytes
	}
	const german, chinese, japaneseText = "Straße,Größe\nÖl,€ 5\n", "名称,价格\n瓷器,五\n", "名前,価格\n陶器,五\n"
	wide := unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	for _, c := range []struct{ what, content, locale, chosen, encoding, first string }{
		{"UTF-8", german, "ja_JP", "", "utf-8", "Straße"},
		{"with a mark", "\xef\xbb\xbf" + german, "", "", "utf-8", "Straße"},
		{"UTF-16 with a mark", "\xff\xfe" + encode(wide.NewEncoder().String(german)), "", "", "utf-16le", "Straße"},
		{"UTF-16 without one, chosen", encode(wide.NewEncoder().String(german)), "", "utf-16le", "utf-16le", "Straße"},
		{"UTF-16, big", "\xfe\xff" + encode(unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewEncoder().String(german)), "", "", "utf-16be", "Straße"},
		{"windows-1252", encode(charmap.Windows1252.NewEncoder().String(german)), "de_DE", "", "windows-1252", "Straße"},
		{"gb18030", encode(simplifiedchinese.GB18030.NewEncoder().String(chinese)), "zh_CN", "", "gb18030", "名称"},
		{"shift_jis", encode(japanese.ShiftJIS.NewEncoder().String(japaneseText)), "ja_JP", "", "shift_jis", "名前"},
		{"chosen", encode(charmap.Macintosh.NewEncoder().String("Straße,Größe\n")), "de_DE", "macintosh", "macintosh", "Straße"},
	} {
		table := open(t, c.content, tabular.Options{Locale: c.locale, Encoding: c.chosen})
		expect(t, c.what, table.Detected.Encoding, c.encoding)
		expect(t, c.what, table.Columns[0].Name, c.first)
	}
	for _, name := range tabular.Encodings {
		open(t, "a,b\n1,2\n", tabular.Options{Encoding: name})
	}
	_, issues := read(t, open(t, "a,b\nM\xfcnchen,1\nRom,2\n", tabular.Options{Encoding: "utf-8"}))
	expect(t, "not UTF-8 after all", issues, []string{"2/1 bad_text"})
	_, issues = read(t, open(t, "a,b\nM\x81nchen,1\n", tabular.Options{Locale: "de_DE"}))
	expect(t, "a byte without a character", issues, []string{"2/1 bad_text"})
}

func TestUTF8IsSeenAcrossBlocks(t *testing.T) {
	content := "a,b\n" + strings.Repeat("x", 32<<10-5) + "é,ü\n" + strings.Repeat("ü", 40<<10)
	expect(t, "encoding", open(t, content, tabular.Options{}).Detected.Encoding, "utf-8")
	expect(t, "encoding", open(t, content+"\xff", tabular.Options{}).Detected.Encoding, "windows-1252")
}

func TestFormat(t *testing.T) {
	for _, c := range []struct{ content, want string }{
		{"a,b", tabular.CSV}, {" \n[{}]", tabular.JSON}, {"\xef\xbb\xbf{\"a\":1}", tabular.JSON}, {"<?xml version='1.0'?><tellico/>", tabular.XML}, {"\xff\xfe<\x00a\x00", tabular.XML},
	} {
		format, err := tabular.FormatOf(strings.NewReader(c.content), int64(len(c.content)))
		if err != nil || format != c.want {
			t.Errorf("%q is %s, %v; want %s", c.content, format, err, c.want)
		}
	}
	for _, content := range []string{"%PDF-1.7", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "\x1f\x8b\x08", "7z\xbc\xaf\x27\x1c", "Rar!\x1a\x07\x00", "\xff\xd8\xff\xe0", "\x89PNG\r\n\x1a\n", "GIF89a", "RIFF\x00\x00\x00\x00WEBPVP8 ", "<!DOCTYPE html><html>", "<html>", "\x00\x00\x00\x18ftypheic"} {
		f := failure(t, content, tabular.Options{})
		if f.Code != tabular.UnsupportedFormat || len(f.Message) < 30 {
			t.Errorf("%q: %+v", content, f)
		}
	}
}

func TestCellNames(t *testing.T) {
	for name, at := range map[string][2]int{"D5": {4, 5}, "A1": {1, 1}, "Z2": {26, 2}, "AA10": {27, 10}, "IV200001": {256, 200001}} {
		expect(t, name, tabular.CellName(at[0], at[1]), name)
	}
}

// Issues are valid texts, whatever the bytes of a cell.
func TestIssuesAreTexts(t *testing.T) {
	long := strings.Repeat("\x00\xff", tabular.MaxCharacters)
	for _, content := range []string{"a,b\n" + long + ",1\n", `[{"a":"` + strings.Repeat(`\u0000`, tabular.MaxCharacters+1) + `"}]`} {
		table := open(t, content, tabular.Options{Encoding: "utf-8"})
		row, err := table.Next()
		if err != nil || len(row.Issues) == 0 {
			t.Fatalf("%v: %v", row.Issues, err)
		}
		for _, issue := range row.Issues {
			if strings.ContainsRune(issue.Found, 0) || !utf8.ValidString(issue.Found) {
				t.Errorf("%s found %q", issue.Code, issue.Found)
			}
		}
	}
}
