package write

import (
	"archive/zip"
	"bufio"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"
)

// xlsxWriter writes a workbook of one sheet. Texts are in their cells, because a table of shared texts
// would have to be kept until the end.
type xlsxWriter struct {
	zip     *zip.Writer
	sheet   *bufio.Writer
	letters []string // of the columns
	row     int64
	line    []byte
}

// parts are the files of a workbook besides its sheet.
var parts = []struct{ name, content string }{
	{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`},
	{"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
	{"xl/workbook.xml", `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Vitrine" sheetId="1" r:id="rId1"/></sheets></workbook>`},
	{"xl/_rels/workbook.xml.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`},
}

const xmlHead = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"

func newXLSX(to io.Writer, t Table) (*xlsxWriter, error) {
	w := &xlsxWriter{zip: zip.NewWriter(to)}
	for _, p := range parts {
		part, err := w.zip.Create(p.name)
		if err != nil {
			return nil, err
		}
		if _, err := io.WriteString(part, xmlHead+p.content); err != nil {
			return nil, err
		}
	}
	sheet, err := w.zip.Create("xl/worksheets/sheet1.xml")
	if err != nil {
		return nil, err
	}
	w.sheet = bufio.NewWriterSize(sheet, 1<<16)
	if _, err := w.sheet.WriteString(xmlHead + `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`); err != nil {
		return nil, err
	}
	w.begin()
	for i, c := range t.Columns {
		w.letters = append(w.letters, letters(i))
		w.text(i, c.header())
	}
	return w, w.end()
}

// letters is the name of a column in a spreadsheet, counted from 0.
func letters(column int) string {
	name := ""
	for column++; column > 0; column = (column - 1) / 26 {
		name = string(rune('A'+(column-1)%26)) + name
	}
	return name
}

// maxDigits is how many digits of a number a spreadsheet keeps.
const maxDigits = 15

func (w *xlsxWriter) Row(cells []Cell) error {
	w.begin()
	for i, c := range cells {
		switch {
		case c.Text == "":
		case c.Plain && digits(c.Text) <= maxDigits:
			w.number(i, c.Text)
		default:
			w.text(i, c.shown())
		}
	}
	return w.end()
}

func (w *xlsxWriter) begin() {
	w.row++
	w.line = append(strconv.AppendInt(append(w.line[:0], `<row r="`...), w.row, 10), `">`...)
}

func (w *xlsxWriter) end() error {
	_, err := w.sheet.Write(append(w.line, `</row>`...))
	return err
}

// at begins a cell.
func (w *xlsxWriter) at(column int) {
	w.line = strconv.AppendInt(append(append(w.line, `<c r="`...), w.letters[column]...), w.row, 10)
}

func (w *xlsxWriter) number(column int, s string) {
	w.at(column)
	w.line = append(append(append(w.line, `"><v>`...), s...), `</v></c>`...)
}

func (w *xlsxWriter) text(column int, s string) {
	w.at(column)
	w.line = append(w.line, `" t="inlineStr"><is><t xml:space="preserve">`...)
	w.line = append(appendXML(w.line, s), `</t></is></c>`...)
}

// appendXML writes a text for XML. Characters that XML cannot contain, and CR, which it would turn
// into LF, are escaped as _xHHHH_; so are texts that look like that.
func appendXML(out []byte, s string) []byte {
	for i, r := range s {
		switch {
		case r == '<':
			out = append(out, "&lt;"...)
		case r == '>':
			out = append(out, "&gt;"...)
		case r == '&':
			out = append(out, "&amp;"...)
		case r < ' ' && r != '\t' && r != '\n' || r == 0xFFFE || r == 0xFFFF || r == '_' && looksEscaped(s[i:]):
			out = fmt.Appendf(out, "_x%04X_", r)
		default:
			out = utf8.AppendRune(out, r)
		}
	}
	return out
}

// looksEscaped reports whether a text begins with _xHHHH_.
func looksEscaped(s string) bool {
	if len(s) < 7 || s[1] != 'x' || s[6] != '_' {
		return false
	}
	_, err := strconv.ParseUint(s[2:6], 16, 16)
	return err == nil
}

func (w *xlsxWriter) Close() error {
	if _, err := w.sheet.WriteString(`</sheetData></worksheet>`); err != nil {
		return err
	}
	if err := w.sheet.Flush(); err != nil {
		return err
	}
	return w.zip.Close()
}
