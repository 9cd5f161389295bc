package write

import (
	"encoding/csv"
	"io"
)

type csvWriter struct {
	to    io.Writer
	csv   *csv.Writer
	cells []string
}

func newCSV(to io.Writer, t Table) (*csvWriter, error) {
	w := &csvWriter{to: to, csv: csv.NewWriter(to), cells: make([]string, len(t.Columns))}
	if t.Mark {
		if _, err := io.WriteString(to, "\ufeff"); err != nil {
			return nil, err
		}
	}
	for i, c := range t.Columns {
		w.cells[i] = c.header()
	}
	return w, w.record()
}

func (w *csvWriter) Row(cells []Cell) error {
	for i, c := range cells {
		w.cells[i] = c.shown()
	}
	return w.record()
}

// record writes a line. A blank one is written as "", because readers skip blank lines.
func (w *csvWriter) record() error {
	if len(w.cells) != 1 || w.cells[0] != "" {
		return w.csv.Write(w.cells)
	}
	if err := w.Close(); err != nil {
		return err
	}
	_, err := io.WriteString(w.to, "\"\"\n")
	return err
}

func (w *csvWriter) Close() error {
	w.csv.Flush()
	return w.csv.Error()
}
