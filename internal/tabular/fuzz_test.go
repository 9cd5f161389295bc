package tabular_test

import (
	"encoding/csv"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"vitrine/internal/tabular"
	"vitrine/internal/tabular/guess"
)

// consume reads any file to its end, and checks the guarantees of the package.
func consume(t *testing.T, content string, o tabular.Options) (rows [][]string) {
	t.Helper()
	o.Dir = t.TempDir()
	table, err := tabular.Open(strings.NewReader(content), int64(len(content)), o)
	var failed *tabular.Failed
	if err != nil {
		if !errors.As(err, &failed) || failed.Code == "" || failed.Message == "" {
			t.Fatalf("an error that is no failure: %v", err)
		}
		return nil
	}
	defer table.Close()
	seen := map[string]bool{}
	for i, c := range table.Columns {
		if c.Number != i+1 || c.Name == "" || seen[c.Name] {
			t.Fatalf("column %d is %+v", i, c)
		}
		seen[c.Name] = true
	}
	survey := guess.NewSurvey(table.Columns)
	for last := 0; ; {
		row, err := table.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			if !errors.As(err, &failed) {
				t.Fatalf("an error that is no failure: %v", err)
			}
			return rows
		}
		if row.Number <= last || len(row.Cells) != len(table.Columns) {
			t.Fatalf("row %d after %d has %d cells of %d", row.Number, last, len(row.Cells), len(table.Columns))
		}
		last = row.Number
		var cells []string
		for _, c := range row.Cells {
			if !utf8.ValidString(c.Text) || strings.ContainsRune(c.Text, 0) || utf8.RuneCountInString(c.Text) > tabular.MaxCharacters && !table.Columns[len(cells)].Derived {
				t.Fatalf("a cell of row %d is %q", row.Number, c.Text)
			}
			cells = append(cells, c.Text)
		}
		rows = append(rows, cells)
		survey.Add(row)
	}
	targets := map[string]bool{}
	for _, g := range guess.Columns(table, survey, guess.Known{Locale: o.Locale}) {
		if adds := g.To == guess.Skip || g.To == guess.Field || g.To == "tags" || g.To == "photo_files"; targets[g.To] && !adds {
			t.Fatalf("%s is guessed twice", g.To)
		}
		targets[g.To] = true
	}
	return rows
}

func FuzzCSV(f *testing.F) {
	for _, seed := range []string{"a,b\n1,2\n", "a;b\r\n\"x\"\"y\";\r\n", "sep=|\na|b\r1|2", "\xff\xfea\x00,\x00b\x00", "a,b\n\"never\n", "a\tb\n=\"1\"\t\x00\n", "a,a,\n1,2,3,4\n", "HB.name,HB.quantity\nx,1\n"} {
		f.Add(seed, "en", "")
	}
	f.Fuzz(func(t *testing.T, content, locale, encoding string) {
		if !contains(tabular.Encodings, encoding) {
			encoding = ""
		}
		consume(t, content, tabular.Options{Format: tabular.CSV, Locale: locale, Encoding: encoding})
	})
}

// Where the standard library understands a file, both read the same.
func FuzzCSVAgrees(f *testing.F) {
	f.Add("a,b\n1,2\n")
	f.Add("a,b\n\"x\"\"y\",\"1\n2\"\n")
	f.Fuzz(func(t *testing.T, content string) {
		if !utf8.ValidString(content) || strings.ContainsAny(content, "\r\x00=") || strings.HasPrefix(content, "\ufeff") || strings.HasPrefix(strings.ToLower(content), "sep") {
			return
		}
		want, err := csv.NewReader(strings.NewReader("a,b,c\n" + content)).ReadAll()
		if err != nil {
			return
		}
		var filled [][]string
		for _, record := range want[1:] {
			if strings.TrimSpace(strings.Join(record, "")) != "" {
				filled = append(filled, record)
			}
		}
		got := consume(t, "a,b,c\n"+content, tabular.Options{Format: tabular.CSV, Delimiter: ",", HeaderRow: new(1), Profile: tabular.None})
		if !reflect.DeepEqual(got, filled) {
			t.Errorf("%q is %q, want %q", content, got, filled)
		}
	})
}

func FuzzJSON(f *testing.F) {
	for _, seed := range []string{`[{"a":1}]`, `{"x":[{"a":{"b":["c",null,true]}}]}`, `{"1":{"books_id":"1","isbn":{"0":"1"}}}`, `{"format":"vitrine-list","version":1,"columns":[{"key":"item_name"}],"rows":[{"item_name":"x"}]}`, `[[[[`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, content string) { consume(t, content, tabular.Options{Format: tabular.JSON}) })
}

func FuzzXML(f *testing.F) {
	for _, seed := range []string{tellicoXML, `<l><r a="1"><b>x</b></r></l>`, `<!DOCTYPE l><l><r>&amp;&#65;<![CDATA[x]]></r></l>`, `<comicinfo><comiclist><comic><x><displayname>y</displayname></x></comic></comiclist></comicinfo>`, `<!DOCTYPE l [<!ENTITY a "b">]><l/>`, "<l><r><b>\x9c</b></r></l>"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, content string) { consume(t, content, tabular.Options{Format: tabular.XML}) })
}

// The fuzzer changes the parts of a spreadsheet, since a changed ZIP is only refused.
func FuzzXLSX(f *testing.F) {
	f.Add(`<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>1</v></c></row><row><c s="1"><v>45000</v></c></row>`, `<si><t>a</t></si>`, `<xf numFmtId="14"/>`)
	f.Add(`<row><c t="inlineStr"><is><r><t>a</t></r></is></c></row><row><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c></row>`, ``, ``)
	f.Fuzz(func(t *testing.T, rows, shared, styles string) {
		consume(t, packed(t, "xl/workbook.xml", `<workbook><sheets><sheet name="S" id="1"/></sheets></workbook>`, "xl/_rels/workbook.xml.rels", `<R><Relationship Id="1" Target="s.xml"/></R>`,
			"xl/s.xml", "<worksheet><sheetData>"+rows+"</sheetData></worksheet>", "xl/sharedStrings.xml", "<sst>"+shared+"</sst>", "xl/styles.xml", "<s><cellXfs>"+styles+"</cellXfs></s>"), tabular.Options{})
	})
}

func FuzzZIP(f *testing.F) {
	f.Add([]byte(packed(f, "a.csv", "a,b\n1,2\n", "p.jpg", "x")))
	f.Add([]byte(packed(f, "tellico.xml", tellicoXML)))
	f.Fuzz(func(t *testing.T, content []byte) {
		consume(t, "PK\x03\x04"+strings.TrimPrefix(string(content), "PK\x03\x04"), tabular.Options{})
	})
}

func contains(all []string, one string) bool {
	for _, a := range all {
		if a == one {
			return true
		}
	}
	return false
}
