package tabular

import (
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"vitrine/internal/tabular/cell"
	"vitrine/internal/tabular/profile"
)

// Delimiters are the delimiters that a user may choose; the first wins ties.
var Delimiters = []string{",", ";", "\t", "|"}

const (
	sampleRecords = 100
	sampleBytes   = 1 << 20
)

// openCSV finds delimiter and header, and leaves the reader at the first row.
func (t *Table) openCSV(file io.ReaderAt, size int64, o Options) error {
	text, err := decode(file, size, o.Encoding, o.Locale)
	if err != nil {
		return err
	}
	delimiter, said, err := delimiterOf(text, o.Delimiter)
	if err != nil {
		return err
	}
	sample, err := firstRecords(text, delimiter, said)
	if err != nil {
		return err
	}
	if len(sample) == 0 {
		return failed(EmptyFile, 0, "The file is empty.")
	}
	t.Detected.Encoding, t.Detected.Delimiter = text.encoding, string(delimiter)
	t.Choices.Encodings, t.Choices.Delimiters, t.Choices.HeaderRows = Encodings, Delimiters, MaxHeaderRow
	rows := &csvRows{records: text.records(delimiter, said), utf8: text.encoding == "utf-8"}
	t.rows = rows
	header := headerRow(sample, o)
	t.Detected.HeaderRow = header
	names := make([]string, widest(sample))
	if header > 0 {
		row, err := rows.skipTo(header)
		if err != nil {
			return err
		}
		names = texts(row.Cells)
		if rows.records.cells > MaxColumns {
			return failed(TooManyColumns, header, "Row %d, the header, has %d cells. A table can have %d columns.", header, rows.records.cells, MaxColumns)
		}
	} else if len(names) > MaxColumns {
		return failed(TooManyColumns, 1, "The file has %d columns. A table can have %d.", len(names), MaxColumns)
	}
	rows.width = len(names)
	return t.settle(names, "", o)
}

// records reads from the beginning, after a line that names the delimiter.
func (d decoded) records(delimiter byte, said bool) *records {
	r := newRecords(d.reader(), delimiter)
	if said {
		_ = r.next() // an error here returns at the first row
		r.number = 0
	}
	return r
}

// delimiterOf is the chosen delimiter, that of a line sep=X, the one that makes all headers ours, or
// the one that gives most of the first records the same number of cells.
func delimiterOf(text decoded, chosen string) (delimiter byte, said bool, err error) {
	head := make([]byte, 6)
	n, err := io.ReadFull(text.reader(), head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return 0, false, err
	}
	if head = head[:n]; n >= 5 && strings.EqualFold(string(head[:4]), "sep=") && head[4] < utf8.RuneSelf && head[4] != '"' && (n == 5 || head[5] == '\r' || head[5] == '\n') {
		delimiter, said = head[4], true
	}
	if chosen != "" {
		return chosen[0], said, nil
	}
	if said {
		return delimiter, true, nil
	}
	most, of := 0, 1
	delimiter = Delimiters[0][0]
	for _, d := range Delimiters {
		sample, err := firstRecords(text, d[0], false)
		if err != nil {
			return 0, false, err
		}
		if len(sample) > 0 && profile.IsOwn(sample[0]) {
			return d[0], false, nil
		}
		if n := agreeing(sample); n*of > most*len(sample) { // by share: a wrong one also cuts at lines within cells
			most, of, delimiter = n, len(sample), d[0]
		}
	}
	return delimiter, false, nil
}

// agreeing is how many records have the most frequent number of cells above 1.
func agreeing(sample [][]string) (most int) {
	counts := map[int]int{}
	for _, cells := range sample {
		if len(cells) > 1 {
			counts[len(cells)]++
			most = max(most, counts[len(cells)])
		}
	}
	return most
}

// firstRecords reads a sample, in which an unclosed quote is no error.
func firstRecords(text decoded, delimiter byte, said bool) (sample [][]string, err error) {
	r := text.records(delimiter, said)
	r.r = io.LimitReader(r.r, sampleBytes)
	for len(sample) < sampleRecords {
		err := r.next()
		var bad *Failed
		switch {
		case errors.Is(err, io.EOF), errors.As(err, &bad):
			return sample, nil
		case err != nil:
			return nil, err
		}
		sample = append(sample, r.appendStrings(nil))
	}
	return sample, nil
}

// headerRow is the chosen row, or the first that is not blank.
func headerRow(sample [][]string, o Options) int {
	if o.HeaderRow != nil {
		return *o.HeaderRow
	}
	if o.Profile != None && profile.IsKoillection(sample) {
		return 0
	}
	for i, cells := range sample {
		if strings.TrimSpace(strings.Join(cells, "")) != "" {
			return i + 1
		}
	}
	return 1
}

func widest(sample [][]string) (most int) {
	for _, cells := range sample {
		most = max(most, len(cells))
	}
	return most
}

// appendStrings adds the cells of a record.
func (r *records) appendStrings(cells []string) []string {
	all := string(r.text)
	start := 0
	for _, end := range r.ends {
		cells = append(cells, unquoteFormula(all[start:end]))
		start = end
	}
	return cells
}

// unquoteFormula turns ="x", which keeps spreadsheets from changing digits, into x.
func unquoteFormula(s string) string {
	if len(s) < 3 || s[0] != '=' || s[1] != '"' || s[len(s)-1] != '"' {
		return s
	}
	inner := strings.ReplaceAll(s[2:len(s)-1], `""`, "\x00")
	if strings.Contains(inner, `"`) {
		return s
	}
	return strings.ReplaceAll(inner, "\x00", `"`)
}

// csvRows are the records as rows.
type csvRows struct {
	records *records
	utf8    bool // bytes are those of the file, so they may be invalid
	width   int  // 0 while the header is unknown
	texts   []string
	cells   []Cell
}

func (r *csvRows) next() (Row, error) {
	if err := r.records.next(); err != nil {
		return Row{}, err
	}
	row := Row{Number: r.records.number, Line: r.records.begun}
	r.texts = r.records.appendStrings(r.texts[:0])
	all := r.texts
	for _, i := range r.records.cut {
		row.Issues = append(row.Issues, Issue{i + 1, cell.TooLong, tooLong, cell.Beginning(all[i])})
	}
	width := max(r.width, 1)
	if r.width == 0 {
		width = len(all)
	}
	r.cells = r.cells[:0]
	for i, text := range all {
		if i < width {
			text, issue := r.checked(text)
			if issue != nil {
				issue.Column = i + 1
				row.Issues = append(row.Issues, *issue)
			}
			r.cells = append(r.cells, Cell{Text: text})
		} else if text != "" {
			row.Issues = append(row.Issues, surplus(width, r.records.cells))
			break
		}
	}
	for len(r.cells) < width {
		r.cells = append(r.cells, Cell{})
	}
	row.Cells = r.cells
	return row, nil
}

// skipTo reads up to a row and returns it.
func (r *csvRows) skipTo(number int) (Row, error) {
	for {
		row, err := r.next()
		if errors.Is(err, io.EOF) {
			return row, failed(EmptyFile, number, "The file ends before row %d, the header.", number)
		}
		if err != nil || row.Number == number {
			return row, err
		}
	}
}

// checked finds characters that could not be decoded.
func (r *csvRows) checked(text string) (string, *Issue) {
	bad := strings.IndexByte(text, 0) >= 0
	if r.utf8 {
		bad = bad || !utf8.ValidString(text)
	} else {
		bad = bad || strings.ContainsRune(text, utf8.RuneError)
	}
	if !bad {
		return text, nil
	}
	return readable(text), &Issue{Code: cell.BadText, Expected: "text in the encoding of the file", Found: cell.Beginning(readable(text))}
}
