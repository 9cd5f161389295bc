package tabular_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"vitrine/internal/tabular"
)

// packed is a ZIP of names, each followed by its content.
func packed(t testing.TB, pairs ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(pairs); i += 2 {
		w, err := z.Create(pairs[i])
		if err == nil {
			_, err = w.Write([]byte(pairs[i+1]))
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

const (
	workbookXML = `<?xml version="1.0"?><workbook xmlns:r="r"><workbookPr%s/><sheets>%s</sheets></workbook>`
	stylesXML   = `<styleSheet><numFmts count="3"><numFmt numFmtId="164" formatCode="dd\.mm\.yyyy"/><numFmt numFmtId="165" formatCode="[Red]0.00&quot; days&quot;"/><numFmt numFmtId="166" formatCode="yyyy-mm-dd hh:mm"/></numFmts>
<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs><cellStyles/></styleSheet>`
)

// book is an xlsx file of sheets, each a name followed by its rows.
func book(t testing.TB, settings, shared string, sheets ...string) string {
	t.Helper()
	list, rels := "", ""
	parts := []string{}
	for i := 0; i < len(sheets); i += 2 {
		n := i/2 + 1
		list += fmt.Sprintf(`<sheet name="%s" sheetId="%d" r:id="rId%d"/>`, sheets[i], n, n)
		rels += fmt.Sprintf(`<Relationship Id="rId%d" Target="worksheets/sheet%d.xml"/>`, n, n)
		parts = append(parts, fmt.Sprintf("xl/worksheets/sheet%d.xml", n), `<worksheet><dimension ref="A1:XFD1048576"/><sheetData>`+sheets[i+1]+`</sheetData></worksheet>`)
	}
	parts = append(parts, "xl/workbook.xml", fmt.Sprintf(workbookXML, settings, list), "xl/_rels/workbook.xml.rels", "<Relationships>"+rels+"</Relationships>", "xl/styles.xml", stylesXML)
	if shared != "" {
		parts = append(parts, "xl/sharedStrings.xml", "<sst>"+shared+"</sst>")
	}
	return packed(t, parts...)
}

func TestSpreadsheetCells(t *testing.T) {
	content := book(t, "", `<si><t>Name</t></si><si><r><t>Red </t></r><r><t>vase</t></r><rPh><t>read so</t></rPh></si><si><t xml:space="preserve">_x0001__x005F_x0041_ &amp; more</t></si>`, "List",
		`<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Price</t></is></c><c r="C1" t="str"><v>Day</v></c><c r="D1" t="inlineStr"><is><t>Other</t></is></c></row>
<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><v>0.10000000000000001</v></c><c r="C2" s="1"><v>45000</v></c><c r="D2" t="b"><v>1</v></c></row>
<row r="4"><c r="A4" t="s"><v>2</v></c><c r="B4"><f>1+1</f><v>2</v></c><c r="C4" s="2"><v>45000.5</v></c><c r="D4" t="e"><v>#N/A</v></c></row>
<row r="5"><c r="B5" s="3"><v>1.5E-3</v></c><c r="C5" s="4"><v>1</v></c><c r="D5" t="s"><v>99</v></c></row>
<row r="6"><c r="A6"><v>123456789012345678</v></c><c r="C6" s="2"><v>-5</v></c></row>
<row r="9"><c r="A9" t="s"/><c r="B9"/></row>`)
	table := open(t, content, tabular.Options{})
	expect(t, "format", table.Detected.Format, tabular.XLSX)
	expect(t, "columns", names(table), []string{"Name", "Price", "Day", "Other"})
	rows, issues := read(t, table)
	expect(t, "rows", rows, [][]string{
		{"2", "Red vase", "0.1", "2023-03-15", "true"},
		{"4", "\x01_x0041_ & more", "2", "2023-03-15 12:00:00", "#N/A"},
		{"5", "", "0.0015", "1900-01-01", ""},
		{"6", "123456789012346000", "", "-5", ""},
	})
	expect(t, "issues", issues, nil)
	expect(t, "blank rows", table.Blank(), 1)
}

func TestSpreadsheetDays(t *testing.T) {
	for _, c := range []struct{ settings, serial, want string }{
		{"", "1", "1900-01-01"}, {"", "59", "1900-02-28"}, {"", "61", "1900-03-01"}, {"", "36526", "2000-01-01"}, {"", "2958465", "9999-12-31"}, {"", "0.5", "12:00:00"},
		{` date1904="1"`, "0", "1904-01-01"}, {` date1904="1"`, "35064", "2000-01-01"}, {"", "2958467", "2958467"},
	} {
		table := open(t, book(t, c.settings, "", "S", `<row><c t="str"><v>a</v></c></row><row><c s="1"><v>`+c.serial+`</v></c></row>`), tabular.Options{})
		row, err := table.Next()
		if err != nil || row.Cells[0].Text != c.want {
			t.Errorf("%s is %v, %v; want %s", c.serial, row.Cells, err, c.want)
		}
	}
}

func TestSheets(t *testing.T) {
	row := func(cells ...string) string {
		s := "<row>"
		for _, c := range cells {
			s += `<c t="inlineStr"><is><t>` + c + `</t></is></c>`
		}
		return s + "</row>"
	}
	content := book(t, "", "", "Empty", row(), "First", row("a", "b")+row("1", "2"), "Second", row("c")+row("3"))
	table := open(t, content, tabular.Options{})
	expect(t, "the first with rows", table.Detected.Sheet, "First")
	expect(t, "choices", table.Choices.Sheets, []string{"Empty", "First", "Second"})
	expect(t, "chosen", names(open(t, content, tabular.Options{Sheet: "Second"})), []string{"c"})
	expect(t, "no header", names(open(t, content, tabular.Options{HeaderRow: new(0)})), []string{"Column 1", "Column 2"})
	expect(t, "unknown", failure(t, content, tabular.Options{Sheet: "Third"}).Code, tabular.UnknownSheet)
	expect(t, "no rows", failure(t, book(t, "", "", "Empty", ""), tabular.Options{}).Code, tabular.EmptyFile)
	table = open(t, book(t, "", "", "Summary", row("Items", "7"), "Inventory", row("Item name", "Quantity")+row("Vase", "1")), tabular.Options{})
	expect(t, "a sheet of a profile", table.Detected.Sheet+" "+table.Detected.Profile, "Inventory kollek")
}

func TestSpreadsheetIsDamaged(t *testing.T) {
	good := book(t, "", "", "S", `<row><c t="str"><v>a</v></c></row><row><c t="str"><v>b</v></c></row>`)
	for _, c := range []struct{ what, content, code string }{
		{"cut", good[:len(good)-30], tabular.Damaged},
		{"no sheet", packed(t, "xl/workbook.xml", "<workbook/>"), tabular.Damaged},
		{"no XML", packed(t, "xl/workbook.xml", "not xml"), tabular.Damaged},
		{"an open row", book(t, "", "", "S", `<row><c t="str"><v>a</v></c></row><row>`), tabular.Damaged},
		{"entities", packed(t, "xl/workbook.xml", `<!DOCTYPE x [<!ENTITY a "b">]><workbook/>`), tabular.XMLEntities},
	} {
		expect(t, c.what, failure(t, c.content, tabular.Options{}).Code, c.code)
	}
}

func TestSpreadsheetOfManyTexts(t *testing.T) { // more than are kept in memory
	var shared, rows strings.Builder
	long := strings.Repeat("x", 19_000)
	for i := range 2_500 {
		fmt.Fprintf(&shared, "<si><t>%d-%d %s</t></si>", i, i*7919, long)
		fmt.Fprintf(&rows, `<row><c t="s"><v>%d</v></c></row>`, i)
	}
	table := open(t, storedBook(t, shared.String(), rows.String()), tabular.Options{HeaderRow: new(0), Dir: t.TempDir()})
	for i := range 2_500 {
		row, err := table.Next()
		if err != nil || !strings.HasPrefix(row.Cells[0].Text, fmt.Sprintf("%d-%d x", i, i*7919)) || len(row.Cells[0].Text) < 19_000 {
			t.Fatalf("row %d: %.20s, %v", i, row.Cells[0].Text, err)
		}
	}
}

// storedBook is not compressed, because repeated texts would be too good a ratio.
func storedBook(t testing.TB, shared, rows string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, content := range map[string]string{"xl/workbook.xml": fmt.Sprintf(workbookXML, "", `<sheet name="S" r:id="rId1"/>`), "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
		"xl/sharedStrings.xml": "<sst>" + shared + "</sst>", "xl/worksheets/sheet1.xml": "<worksheet><sheetData>" + rows + "</sheetData></worksheet>"} {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err == nil {
			_, err = w.Write([]byte(content))
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
