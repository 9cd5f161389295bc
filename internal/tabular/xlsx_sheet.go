package tabular

import (
	"errors"
	"io"
	"strconv"
	"unicode/utf8"

	"vitrine/internal/tabular/cell"
	"vitrine/internal/tabular/markup"
)

// sheetRows reads the rows of a sheet, ignoring the size that the sheet claims.
type sheetRows struct {
	book   *workbook
	file   io.Closer
	markup *markup.Reader
	width  int // 0 while the header is unknown
	number int
	cells  []Cell
	issues []Issue
	most   int // column of the last cell with a text
	value  []byte
	long   bool
}

func (w *workbook) rows(s sheet) (*sheetRows, error) {
	r, err := w.files[s.path].Open()
	if err != nil {
		return nil, err
	}
	return &sheetRows{book: w, file: r, markup: markup.NewReader(r, MaxDepth)}, nil
}

func (r *sheetRows) close() { _ = r.file.Close() }

func (r *sheetRows) next() (Row, error) {
	for {
		token, err := r.markup.Next()
		if err != nil {
			return Row{}, spreadsheet(err)
		}
		if token.Kind == markup.Start && string(token.Name) == "row" {
			if err := r.row(token); err != nil {
				return Row{}, spreadsheet(err)
			}
			return Row{Number: r.number, Cells: r.cells, Issues: r.issues}, nil
		}
	}
}

// row reads the cells up to the end of a row.
func (r *sheetRows) row(start *markup.Token) error {
	r.number++
	if n, err := strconv.Atoi(string(start.Attribute("r"))); err == nil && n > r.number && n <= 1<<20 {
		r.number = n
	}
	r.cells, r.issues, r.most = r.cells[:0], nil, 0
	column := 0
	for {
		token, err := r.markup.Next()
		if err != nil {
			return early(err)
		}
		if token.Kind == markup.End && string(token.Name) == "row" {
			break
		}
		if token.Kind == markup.Start && string(token.Name) == "c" {
			column++
			if n := columnOf(token.Attribute("r")); n > 0 {
				column = n
			}
			if err := r.cell(token, column); err != nil {
				return err
			}
		}
	}
	for len(r.cells) < r.width {
		r.cells = append(r.cells, Cell{})
	}
	if r.width > 0 && r.most > r.width {
		r.cells = r.cells[:min(len(r.cells), r.width)]
		r.issues = append(r.issues, surplus(r.width, r.most))
	}
	return nil
}

// columnOf is the number of a column by a name such as D5.
func columnOf(name []byte) (n int) {
	for _, b := range name {
		if b < 'A' || b > 'Z' || n > 1<<16 {
			break
		}
		n = n*26 + int(b-'A'+1)
	}
	return n
}

// cell reads a cell. It drops cells beyond the most columns of a table.
func (r *sheetRows) cell(start *markup.Token, column int) error {
	kind := string(start.Attribute("t"))
	style, _ := strconv.Atoi(string(start.Attribute("s")))
	if err := r.content(); err != nil {
		return err
	}
	found, err := r.book.value(kind, style, string(r.value))
	if err != nil || found.Text == "" {
		return err
	}
	r.most = max(r.most, column)
	if column > MaxColumns || r.width > 0 && column > r.width {
		return nil
	}
	for len(r.cells) < column {
		r.cells = append(r.cells, Cell{})
	}
	if short, cut := cutText(found.Text); cut || r.long {
		found.Text = short
		r.issues = append(r.issues, Issue{column, cell.TooLong, tooLong, cell.Beginning(found.Text)})
	} else if readable(found.Text) != found.Text {
		found.Text = readable(found.Text)
		r.issues = append(r.issues, Issue{column, cell.BadText, "text without the character U+0000", cell.Beginning(found.Text)})
	}
	r.cells[column-1] = found
	return nil
}

// content collects the text of v, or of all t of is, up to the end of the cell, without pronunciation
// (rPh).
func (r *sheetRows) content() error {
	r.value, r.long = r.value[:0], false
	taking, pronounced := false, 0
	for {
		token, err := r.markup.Next()
		if err != nil {
			return early(err)
		}
		switch token.Kind {
		case markup.Start:
			switch string(token.Name) {
			case "v", "t":
				taking = pronounced == 0
			case "rPh":
				pronounced++
			}
		case markup.End:
			switch string(token.Name) {
			case "c":
				return nil
			case "rPh":
				pronounced--
			}
			taking = false
		case markup.Text:
			if taking {
				r.value, r.long = bounded(r.value, token.Text)
			}
		}
	}
}

// bounded appends a text up to the limit of a cell.
func bounded(to, text []byte) (all []byte, long bool) {
	if room := maxCellBytes + utf8.UTFMax - len(to); len(text) > room {
		return append(to, text[:max(room, 0)]...), true
	}
	return append(to, text...), false
}

// early is the error of a part that ends too early.
func early(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// skipTo reads up to a row, the header, and returns its names.
func (r *sheetRows) skipTo(number int) ([]string, error) {
	for {
		row, err := r.next()
		if errors.Is(err, io.EOF) || err == nil && row.Number > number {
			return nil, failed(EmptyFile, number, "Row %d, the header, is empty.", number)
		}
		if err != nil {
			return nil, err
		}
		if row.Number == number {
			names := texts(row.Cells)
			if r.most > MaxColumns {
				names = append(names, make([]string, r.most-len(names))...)
			}
			return names, nil
		}
	}
}

// sheetSample is the first rows of a sheet, summarised.
type sheetSample struct {
	names []string // of the first row that is not blank
	row   int      // its number
	width int
}

func (w *workbook) sample(s sheet) (sample sheetSample, err error) {
	rows, err := w.rows(s)
	if err != nil {
		return sample, err
	}
	defer rows.close()
	for range sampleRecords {
		row, err := rows.next()
		if errors.Is(err, io.EOF) {
			return sample, nil
		}
		if err != nil {
			return sample, err
		}
		if sample.width = max(sample.width, rows.most); sample.row == 0 && rows.most > 0 {
			sample.row, sample.names = row.Number, texts(row.Cells)
		}
	}
	return sample, nil
}

// header is the chosen row, or the first that is not blank.
func (s sheetSample) header(o Options) int {
	if o.HeaderRow != nil {
		return *o.HeaderRow
	}
	return max(s.row, 1)
}
