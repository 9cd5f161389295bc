package tabular

import (
	"errors"
	"io"
	"os"

	"vitrine/internal/tabular/markup"
)

// sharedStrings are the texts that cells refer to by number. The first are kept in memory, the
// rest in a temporary file.
type sharedStrings struct {
	dir    string
	ends   []uint32 // in the order of the texts; together they are less than MaxUnpacked
	memory []byte
	file   *os.File
	spill  []byte // not yet in the file
}

func (s *sharedStrings) close() {
	if s.file != nil {
		_ = s.file.Close()
	}
}

// at is a text by its number, empty if there is none.
func (s *sharedStrings) at(n int) (string, error) {
	if n < 0 || n >= len(s.ends) {
		return "", nil
	}
	from, to := uint32(0), s.ends[n]
	if n > 0 {
		from = s.ends[n-1]
	}
	if int(to) <= len(s.memory) {
		return unescaped(string(s.memory[from:to])), nil
	}
	text := make([]byte, to-from)
	_, err := s.file.ReadAt(text, int64(from)-int64(len(s.memory)))
	return unescaped(string(text)), err
}

func (s *sharedStrings) add(text []byte) error {
	end := uint32(len(text))
	if n := len(s.ends); n > 0 {
		end += s.ends[n-1]
	}
	if len(s.ends) == maxSharedStrings {
		return failed(TooManyValues, 0, "The spreadsheet has more than %d texts. Split it into several files.", maxSharedStrings)
	}
	s.ends = append(s.ends, end)
	if s.file == nil && len(s.memory)+len(text) <= sharedInMemory {
		s.memory = append(s.memory, text...)
		return nil
	}
	s.spill = append(s.spill, text...)
	if len(s.spill) < readBytes {
		return s.create()
	}
	return s.flush()
}

func (s *sharedStrings) create() (err error) {
	if s.file == nil {
		if s.file, err = os.CreateTemp(s.dir, "vitrine-import-*"); err == nil {
			_ = os.Remove(s.file.Name()) // its bytes go with the handle, even after a crash
		}
	}
	return err
}

func (s *sharedStrings) flush() error {
	if len(s.spill) == 0 {
		return nil
	}
	if err := s.create(); err != nil {
		return err
	}
	_, err := s.file.Write(s.spill)
	s.spill = s.spill[:0]
	return err
}

// readStrings reads the texts: each si is one, of one t or of several in runs.
func (w *workbook) readStrings() error {
	f := w.files["xl/sharedStrings.xml"]
	if f == nil {
		return nil
	}
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	m := markup.NewReader(r, MaxDepth)
	var text []byte
	taking, pronounced := false, 0
	for {
		token, err := m.Next()
		if errors.Is(err, io.EOF) {
			return w.strings.flush()
		}
		if err != nil {
			return err
		}
		switch token.Kind {
		case markup.Start:
			switch string(token.Name) {
			case "si":
				text = text[:0]
			case "t":
				taking = pronounced == 0
			case "rPh":
				pronounced++
			}
		case markup.Text:
			if taking {
				text, _ = bounded(text, token.Text)
			}
		case markup.End:
			taking = false
			switch string(token.Name) {
			case "si":
				if err := w.strings.add(text); err != nil {
					return err
				}
			case "rPh":
				pronounced--
			}
		}
	}
}
