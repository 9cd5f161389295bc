// Package write writes tables as csv, xlsx and json, row by row, in memory that does not
// grow with their number. No SQL, no network.
package write

import (
	"errors"
	"io"
	"strings"

	"vitrine/internal/tabular/own"
)

// Formats are the formats of tables.
var Formats = []string{"csv", "xlsx", "json"}

// MediaTypes by format.
var MediaTypes = map[string]string{
	"csv":  "text/csv; charset=utf-8",
	"xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	"json": "application/json; charset=utf-8",
}

// Column is one of a table.
type Column struct {
	Key, Kind string
	Label     string   // instead of the key, for people
	Options   []string // of a select
}

// Table is the head of a table.
type Table struct {
	List    string
	Columns []Column
	Mark    bool // begins a csv with a byte order mark
}

// Cell is a value; the empty text is no value.
type Cell struct {
	Text  string
	Exact string // the JSON value if it is not the text: a number, true or false
	Plain bool   // a number that stays one in a spreadsheet
}

// Writer writes a table.
type Writer interface {
	// Row writes as many cells as there are columns.
	Row([]Cell) error
	// Close completes the file.
	Close() error
}

// New begins a table in a format.
func New(format string, to io.Writer, t Table) (Writer, error) {
	switch format {
	case "csv":
		return newCSV(to, t)
	case "xlsx":
		return newXLSX(to, t)
	case "json":
		return newJSON(to, t)
	}
	return nil, errors.New("write: no format " + format)
}

// header is the label or the key of a column.
func (c Column) header() string {
	if c.Label != "" {
		return own.Guard(c.Label)
	}
	return c.Key
}

// shown is a cell for csv and xlsx: numbers stay numbers, and texts that look like formulas are guarded.
func (c Cell) shown() string {
	if c.Plain {
		return c.Text
	}
	return own.Guard(c.Text)
}

// digits counts the significant digits of a number.
func digits(number string) int {
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(number, "-"), ".")
	return len(strings.TrimLeft(whole+fraction, "0"))
}
