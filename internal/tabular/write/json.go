package write

import (
	"bufio"
	"encoding/json"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// version is the version of the format, which readers check.
const version = 1

type jsonWriter struct {
	to   *bufio.Writer
	keys [][]byte // quoted, with the colon
	rows int
	line []byte
}

// jsonColumn is what the head of the document says of a column.
type jsonColumn struct {
	Key     string   `json:"key"`
	Kind    string   `json:"kind"`
	Options []string `json:"options"`
	Label   string   `json:"label,omitempty"`
}

func newJSON(to io.Writer, t Table) (*jsonWriter, error) {
	w := &jsonWriter{to: bufio.NewWriterSize(to, 1<<16)}
	head := struct {
		Format  string       `json:"format"`
		Version int          `json:"version"`
		List    string       `json:"list"`
		Columns []jsonColumn `json:"columns"`
	}{"vitrine-list", version, t.List, make([]jsonColumn, 0, len(t.Columns))}
	for _, c := range t.Columns {
		head.Columns = append(head.Columns, jsonColumn{c.Key, c.Kind, c.Options, c.Label})
		key, err := jsontext.AppendQuote(nil, c.Key)
		if err != nil {
			return nil, err
		}
		w.keys = append(w.keys, append(key, ':'))
	}
	begin, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	_, err = w.to.Write(append(begin[:len(begin)-1], `,"rows":[`...))
	return w, err
}

func (w *jsonWriter) Row(cells []Cell) (err error) {
	line := append(w.line[:0], '\n', '{')
	if w.rows++; w.rows > 1 {
		line = append(w.line[:0], ',', '\n', '{')
	}
	for i, c := range cells {
		if i > 0 {
			line = append(line, ',')
		}
		line = append(line, w.keys[i]...)
		switch {
		case c.Exact != "":
			line = append(line, c.Exact...)
		case c.Text == "":
			line = append(line, "null"...)
		default:
			if line, err = jsontext.AppendQuote(line, c.Text); err != nil {
				return err
			}
		}
	}
	w.line = append(line, '}')
	_, err = w.to.Write(w.line)
	return err
}

func (w *jsonWriter) Close() error {
	if _, err := w.to.WriteString("\n]}\n"); err != nil {
		return err
	}
	return w.to.Flush()
}
