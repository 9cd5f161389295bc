package tabular

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/tabular/own"
	"vitrine/internal/tabular/profile"
)

// Options are the user's choices. Empty ones are detected.
type Options struct {
	Name      string // of the file
	Locale    string // en, fr_FR …: decides where bytes or cells have two readings
	Format    string // one of Formats
	Profile   string // by name; None for none
	Encoding  string // one of Encodings
	Delimiter string // one of Delimiters
	HeaderRow *int   // 0 for none
	Sheet     string // by name
	Dir       string // for temporary files; empty is the system's
}

// None is the profile of a file that should be read without one.
const None = "none"

// Detected is how a file was read: chosen or detected.
type Detected struct {
	Format    string // csv, xlsx, json, xml, zip, tellico; archive is not for Open
	Profile   string // empty for none
	Encoding  string // of csv and json
	Delimiter string // of csv
	HeaderRow int    // of csv and xlsx
	Sheet     string // of xlsx
	Entry     string // of a ZIP, the table in it
	Title     string // of the collection, where the file names one
}

// Choices are what may be chosen for this file.
type Choices struct {
	Encodings, Delimiters, Sheets, Profiles []string
	HeaderRows                              int // 0 to this; -1 without a choice
}

// Column is a column of a table. Derived columns follow those of the file: a profile makes their cells
// from others of the row.
type Column struct {
	Number  int    // from 1
	Name    string // never empty, unique in the table
	Title   string // the label for people, if the file has one
	Derived bool
	Target  profile.Target // of a derived column
	Hidden  bool           // only columns derived from it are imported
	Kind    string         // of a custom field, if the file says
	Options []string       // of a select, if the file says
	Group   string         // of the custom field, if the file says
	Major   bool           // amounts in the smallest unit are converted to 12.50
}

// Kind is the type that the format gives a cell.
type Kind byte

// Texts must be parsed; the others are written as cell.Plain reads them.
const (
	Text    Kind = iota
	Number       // 12.5
	Day          // 2026-11-16, or with a time 2026-11-16 13:00:00
	Boolean      // true, false
)

// Cell is a text, empty if there is none.
type Cell struct {
	Text string
	Kind Kind
}

// Issue is a problem with a cell of a row.
type Issue struct {
	Column                int // number; 0 is the whole row
	Code, Expected, Found string
}

// Row is one of a table that is not blank.
type Row struct {
	Number int    // as a spreadsheet counts; the n-th object of json and xml
	Line   int    // where it begins in a csv, from 1; else 0
	Cells  []Cell // as many as there are columns; valid until the next row
	Issues []Issue
}

// Table is an open file. Close removes its temporary files.
type Table struct {
	Columns  []Column
	Detected Detected
	Choices  Choices
	Profile  *profile.Profile // nil for none
	Photos   Photos           // of a ZIP or of Tellico

	inner   string // the format of the table itself, in a ZIP
	rows    source
	derive  *profile.Deriver
	amounts []amount // columns in the smallest unit
	guarded bool     // texts that look like formulas have a ' in front
	blank   int
	count   int
	cells   int
	cleanup []func()
}

// source yields the rows of a format. Blank rows have no text.
type source interface {
	next() (Row, error)
}

// Open detects the format of a file and reads up to its first row. Refusals are *Failed; other errors
// come from the reader or from temporary files.
func Open(file io.ReaderAt, size int64, o Options) (*Table, error) {
	t := &Table{}
	if err := t.open(file, size, o); err != nil {
		t.Close()
		return nil, err
	}
	return t, nil
}

// Next is the next row that is not blank, io.EOF after the last, or *Failed.
func (t *Table) Next() (Row, error) {
	for {
		row, err := t.rows.next()
		if err != nil {
			return Row{}, err
		}
		if blank(row.Cells) && len(row.Issues) == 0 {
			t.blank++
			continue
		}
		if t.count++; t.count > MaxRows {
			return Row{}, failed(TooManyRows, row.Number, "The file has more than %d rows. Split it into several files.", MaxRows)
		}
		if t.cells += filled(row.Cells); t.cells > MaxCells {
			return Row{}, failed(TooManyValues, row.Number, "The file has more than %d cells. Split it into several files.", MaxCells)
		}
		if t.guarded {
			for i, c := range row.Cells {
				row.Cells[i].Text = own.Unguard(c.Text)
			}
		}
		if t.amounts != nil {
			t.major(&row)
		}
		if t.derive != nil {
			row.Cells = t.derived(row.Cells)
		}
		return row, nil
	}
}

// Blank is how many blank rows Next has skipped.
func (t *Table) Blank() int { return t.blank }

// Close removes temporary files. Photos cannot be read afterwards.
func (t *Table) Close() {
	for _, undo := range t.cleanup {
		undo()
	}
	t.cleanup = nil
}

// open detects the format, and refuses unsupported files even if a format was chosen.
func (t *Table) open(file io.ReaderAt, size int64, o Options) (err error) {
	if t.Detected.Format, err = FormatOf(file, size); err != nil {
		return err
	}
	if o.Format != "" {
		t.Detected.Format = o.Format
	}
	if !slices.Contains(Encodings, o.Encoding) {
		o.Encoding = ""
	}
	if !slices.Contains(Delimiters, o.Delimiter) {
		o.Delimiter = ""
	}
	t.Choices.HeaderRows = -1
	return t.openFormat(file, size, t.Detected.Format, o)
}

func (t *Table) openFormat(file io.ReaderAt, size int64, format string, o Options) error {
	t.inner = format
	switch format {
	case CSV:
		return t.openCSV(file, size, o)
	case XLSX:
		return t.openXLSX(file, size, o)
	case JSON:
		return t.openJSON(file, size, o)
	case XML:
		return t.openXML(file, size, o)
	case ZIP:
		return t.openTableInZIP(file, size, o)
	case Tellico:
		return t.openTellico(file, size, o)
	}
	return failed(UnsupportedFormat, 0, "The file is an archive of a whole account, not a table.")
}

func (t *Table) derived(cells []Cell) []Cell {
	texts := t.derive.Texts(func(i int) string { return cells[i].Text })
	for _, text := range texts {
		cells = append(cells, Cell{Text: text})
	}
	return cells
}

func blank(cells []Cell) bool { return filled(cells) == 0 }

func filled(cells []Cell) (n int) {
	for _, c := range cells {
		if strings.TrimSpace(c.Text) != "" {
			n++
		}
	}
	return n
}

// CellName is the name of a cell in a spreadsheet: column 4 of row 5 is D5.
func CellName(column, row int) string {
	var letters []byte
	for ; column > 0; column = (column - 1) / 26 {
		letters = append([]byte{byte('A' + (column-1)%26)}, letters...)
	}
	return string(letters) + strconv.Itoa(row)
}

// CellColumn is the number of the column of a cell, from its name; 0 if it is none.
func CellColumn(name string) (column int) {
	for _, letter := range strings.TrimRight(name, "0123456789") {
		if letter < 'A' || letter > 'Z' || column > MaxColumns {
			return 0
		}
		column = column*26 + int(letter-'A') + 1
	}
	return column
}
