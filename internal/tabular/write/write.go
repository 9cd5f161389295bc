// Package write writes tables as csv, xlsx and json, row by row, in memory that does not
// grow with their number. No SQL, no network.
package write

import (
	"errors"
	"io"
	"strings"

	"vitrine/internal/tabular/own"
)

// Formats are the ones that a table can have.
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

// Table is what is known before the first row.
type Table struct {
	List    string
	Columns []Column
	Mark    bool // begins a csv with a byte order mark
}

// Cell is a value. The empty text is none.
type Cell struct {
	Text  string
	Exact string // what json has instead: a number, true or false; empty if it is the text
	Plain bool   // a number that stays one in a spreadsheet
}

// Writer writes a table.
type Writer interface {
	// Row writes as many cells as there are columns.
	Row([]Cell) error
	// Close ends the table; without it the file is not whole.
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

// header is what people or programs call a column.
func (c Column) header() string {
	if c.Label != "" {
		return own.Guard(c.Label)
	}
	return c.Key
}

// shown is a cell as csv and xlsx have it: a number stays one, and what a spreadsheet would
// take for a formula does not.
func (c Cell) shown() string {
	if c.Plain {
		return c.Text
	}
	return own.Guard(c.Text)
}

// digits counts those of a number that matter.
func digits(number string) int {
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(number, "-"), ".")
	return len(strings.TrimLeft(whole+fraction, "0"))
}
