package write_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"io"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"vitrine/internal/tabular/own"
	"vitrine/internal/tabular/write"
)

var table = write.Table{List: "copies", Columns: []write.Column{{Key: "item_name", Kind: own.Text}, {Key: "quantity", Kind: own.Integer}, {Key: "value", Kind: own.Money}, {Key: `field[select]:A\/B/C`, Kind: own.Select, Options: []string{"x; y"}}}}

func written(t *testing.T, format string, table write.Table, rows ...[]write.Cell) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := write.New(format, &out, table)
	for _, row := range rows {
		if err == nil {
			err = w.Row(row)
		}
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func row(name, quantity, minor, value string) []write.Cell {
	return []write.Cell{{Text: name}, {Text: quantity, Exact: quantity, Plain: true}, {Text: value, Exact: minor, Plain: true}, {}}
}

func TestCSV(t *testing.T) {
	got := string(written(t, "csv", table, row("=1+1", "2", "-1250", "-12.50"), row("a, \"b\"\r\nc", "", "", "")))
	want := "item_name,quantity,value,field[select]:A\\/B/C\n'=1+1,2,-12.50,\n\"a, \"\"b\"\"\r\nc\",,,\n"
	if got != want {
		t.Errorf("the csv is\n%q, want\n%q", got, want)
	}
	one := write.Table{Columns: []write.Column{{Key: "note", Label: "-Notiz"}}, Mark: true}
	if got := string(written(t, "csv", one, []write.Cell{{}}, []write.Cell{{Text: "x"}})); got != "\ufeff'-Notiz\n\"\"\nx\n" {
		t.Errorf("a csv with a mark, a label and a blank row is %q", got)
	}
}

func TestJSON(t *testing.T) {
	got := written(t, "json", table, row("=1+1\x01", "2", "1250", "12.50"), row("", "", "", ""))
	var doc, want any
	if err := json.Unmarshal(got, &doc); err != nil {
		t.Fatal(err)
	}
	_ = json.Unmarshal([]byte(`{"format": "vitrine-list", "version": 1, "list": "copies", "columns": [
		{"key": "item_name", "kind": "text", "options": null}, {"key": "quantity", "kind": "integer", "options": null},
		{"key": "value", "kind": "money", "options": null}, {"key": "field[select]:A\\/B/C", "kind": "select", "options": ["x; y"]}],
		"rows": [{"item_name": "=1+1\u0001", "quantity": 2, "value": 1250, "field[select]:A\\/B/C": null},
			{"item_name": null, "quantity": null, "value": null, "field[select]:A\\/B/C": null}]}`), &want)
	if !reflect.DeepEqual(doc, want) {
		t.Errorf("the json is %s", got)
	}
}

// cells are those of a sheet, by their names; numbers begin with #.
func cells(t *testing.T, workbook []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(workbook), int64(len(workbook)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		from, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(from)
		if err != nil {
			t.Fatal(err)
		}
		var sheet struct {
			Cells []struct {
				R string  `xml:"r,attr"`
				V *string `xml:"v"`
				T string  `xml:"is>t"`
			} `xml:"sheetData>row>c"`
		}
		if err := xml.Unmarshal(content, &sheet); err != nil {
			t.Fatalf("%s is no XML: %v", f.Name, err)
		}
		if !strings.HasPrefix(f.Name, "xl/worksheets/") {
			continue
		}
		found := map[string]string{}
		for _, c := range sheet.Cells {
			if found[c.R] = c.T; c.V != nil {
				found[c.R] = "#" + *c.V
			}
		}
		return found
	}
	t.Fatal("there is no sheet")
	return nil
}

func TestXLSX(t *testing.T) {
	got := cells(t, written(t, "xlsx", table, row("=1+1", "2", "1250", "12.50"), row("a\x01b\r_x0041_ <&>", "123456789012345", "1", "-1234567890123456")))
	want := map[string]string{"A1": "item_name", "B1": "quantity", "C1": "value", "D1": `field[select]:A\/B/C`,
		"A2": "'=1+1", "B2": "#2", "C2": "#12.50", "A3": "a_x0001_b_x000D__x005F_x0041_ <&>", "B3": "#123456789012345", "C3": "-1234567890123456"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the cells are %q\nwant %q", got, want)
	}
	var wide write.Table
	for range 703 {
		wide.Columns = append(wide.Columns, write.Column{Key: "x"})
	}
	if got := cells(t, written(t, "xlsx", wide)); got["A1"]+got["Z1"]+got["AA1"]+got["ZZ1"]+got["AAA1"] != "xxxxx" || len(got) != 703 {
		t.Errorf("the columns of a wide sheet are called otherwise: %d", len(got))
	}
}

var escaped = regexp.MustCompile(`_x[0-9A-F]{4}_`)

// A standard reader of csv or xlsx reads back the texts that were written.
func TestTextsComeBack(t *testing.T) {
	texts := []string{"=cmd|' /C calc'!A0", "''=1", "'", "'x", "\x01", "_x0001_", "_x005F_", "\t", "\r", "a\r\nb", `"`, `\`, `; `, " ", "٣", "\ufeff", "\U0001F4DA", "_x00", "]]>"}
	var rows [][]write.Cell
	for _, s := range texts {
		rows = append(rows, []write.Cell{{Text: s}, {Text: "1", Plain: true}, {}, {}})
	}
	for i, line := range readCSV(t, written(t, "csv", table, rows...)) {
		want := strings.ReplaceAll(texts[i], "\r\n", "\n") // texts compare so
		if got := own.Unguard(line[0]); got != want {
			t.Errorf("%q is %q in csv", texts[i], got)
		}
	}
	sheet := cells(t, written(t, "xlsx", table, rows...))
	for i, s := range texts {
		got := own.Unguard(escaped.ReplaceAllStringFunc(sheet["A"+strconv.Itoa(i+2)], func(e string) string {
			n, _ := strconv.ParseUint(e[2:6], 16, 16)
			return string(rune(n))
		}))
		if got != s {
			t.Errorf("%q is %q in xlsx", s, got)
		}
	}
}

func readCSV(t *testing.T, content []byte) [][]string {
	t.Helper()
	lines, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return lines[1:]
}
