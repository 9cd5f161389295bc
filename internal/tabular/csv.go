package tabular

import (
	"errors"
	"io"
	"unicode/utf8"
)

// records splits a text into records and cells like spreadsheets do: a quote counts only at the
// beginning of a cell, and within such a cell only doubled or at its end. The standard library's
// reader does not know a bare CR, and its errors do not name the row.
type records struct {
	r         io.Reader
	delimiter byte
	data      []byte // read; not yet parsed from pos on
	pos       int
	err       error

	line   int    // of the next byte
	number int    // of the record
	begun  int    // line where the record begins
	text   []byte // of all its cells
	ends   []int  // of cells in text
	cells  int    // number of cells, including dropped ones
	cut    []int  // cells that were too long
}

const (
	readBytes    = 64 << 10
	maxCellBytes = MaxCharacters * utf8.UTFMax
)

func newRecords(r io.Reader, delimiter byte) *records {
	return &records{r: r, delimiter: delimiter, line: 1, data: make([]byte, 0, readBytes)}
}

// peek is the next byte; false at the end.
func (r *records) peek() (byte, bool) {
	if r.pos < len(r.data) {
		return r.data[r.pos], true
	}
	for r.err == nil {
		n, err := r.r.Read(r.data[:cap(r.data)])
		r.data, r.pos, r.err = r.data[:n], 0, err
		if n > 0 {
			return r.data[0], true
		}
	}
	return 0, false
}

// next reads a record. The error is io.EOF, *Failed, or that of the reader.
func (r *records) next() error {
	if _, ok := r.peek(); !ok {
		return r.err
	}
	r.number++
	r.begun, r.cells = r.line, 0
	r.text, r.ends, r.cut = r.text[:0], r.ends[:0], r.cut[:0]
	for {
		more, err := r.cell()
		if err != nil || !more {
			return err
		}
	}
}

// cell reads a cell and its end, and reports whether another follows.
func (r *records) cell() (more bool, err error) {
	start := len(r.text)
	if b, ok := r.peek(); ok && b == '"' {
		r.pos++
		if err := r.quoted(start); err != nil {
			return false, err
		}
	}
	for {
		b, ok := r.peek()
		if !ok {
			r.endCell(start)
			if !errors.Is(r.err, io.EOF) {
				return false, r.err
			}
			return false, nil
		}
		r.pos++
		switch b {
		case r.delimiter:
			r.endCell(start)
			return true, nil
		case '\n', '\r':
			r.endLine(b)
			r.endCell(start)
			return false, nil
		}
		r.keep(start, b)
	}
}

// quoted reads up to the closing quote: one before a delimiter or the end of the line, perhaps with
// blanks between. Other single quotes are text.
func (r *records) quoted(start int) error {
	for {
		b, ok := r.peek()
		if !ok {
			if errors.Is(r.err, io.EOF) {
				return failed(UnclosedQuote, r.number, "Row %d has a quote that is never closed.", r.number)
			}
			return r.err
		}
		r.pos++
		switch b {
		case '"':
			if next, ok := r.peek(); ok && next == '"' {
				r.pos++
				break
			}
			before := len(r.text)
			r.keep(start, '"')
			if r.blanks(start); r.atEnd() {
				r.text = r.text[:before]
				return nil
			}
			continue
		case '\n', '\r':
			r.keep(start, b)
			if !r.endLine(b) {
				continue
			}
			b = '\n'
		}
		r.keep(start, b)
	}
}

func (r *records) blanks(start int) {
	for {
		b, ok := r.peek()
		if !ok || b != ' ' && b != '\t' || b == r.delimiter {
			return
		}
		r.pos++
		r.keep(start, b)
	}
}

func (r *records) atEnd() bool {
	b, ok := r.peek()
	return !ok || b == r.delimiter || b == '\n' || b == '\r'
}

// endLine counts a line, and skips the LF of CR LF, which it reports.
func (r *records) endLine(b byte) (both bool) {
	r.line++
	if next, ok := r.peek(); b == '\r' && ok && next == '\n' {
		r.pos++
		return true
	}
	return false
}

// keep adds a byte to the cell, within the limits of cells and records.
func (r *records) keep(start int, b byte) {
	if r.cells <= MaxColumns && len(r.text)-start <= maxCellBytes {
		r.text = append(r.text, b)
	}
}

func (r *records) endCell(start int) {
	r.cells++
	if r.cells > MaxColumns+1 {
		return
	}
	cell := r.text[start:]
	if len(cell) > MaxCharacters && utf8.RuneCount(cell) > MaxCharacters {
		r.cut = append(r.cut, len(r.ends))
		r.text = r.text[:start+offset(cell, MaxCharacters)]
	}
	r.ends = append(r.ends, len(r.text))
}

// offset is where the n-th character begins.
func offset(text []byte, n int) int {
	i := 0
	for ; n > 0; n-- {
		_, size := utf8.DecodeRune(text[i:])
		i += size
	}
	return i
}
