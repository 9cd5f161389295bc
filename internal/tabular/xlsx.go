package tabular

import (
	"archive/zip"
	"compress/flate"
	"errors"
	"io"
	"path"
	"strings"

	"vitrine/internal/tabular/markup"
	"vitrine/internal/tabular/profile"
)

// workbook is an open xlsx file.
type workbook struct {
	files   map[string]*zip.File
	sheets  []sheet
	is1904  bool
	days    []bool // by style: whether its numbers are days
	strings *sharedStrings
}

type sheet struct{ name, id, path string }

// openXLSX chooses a sheet and leaves its reader at the first row.
func (t *Table) openXLSX(file io.ReaderAt, size int64, o Options) error {
	z, err := openZIP(file, size)
	if err != nil {
		return err
	}
	w := &workbook{files: map[string]*zip.File{}}
	for _, f := range z.File {
		w.files[f.Name] = f
	}
	if err := w.open(t, o); err != nil {
		return spreadsheet(err)
	}
	s, sample, err := w.choose(o)
	if err != nil {
		return spreadsheet(err)
	}
	for _, s := range w.sheets {
		t.Choices.Sheets = append(t.Choices.Sheets, s.name)
	}
	t.Choices.HeaderRows = MaxHeaderRow
	t.Detected.Sheet = s.name
	rows, err := w.rows(s)
	if err != nil {
		return spreadsheet(err)
	}
	t.cleanup = append(t.cleanup, rows.close)
	t.rows = rows
	names := make([]string, sample.width)
	if t.Detected.HeaderRow = sample.header(o); t.Detected.HeaderRow > 0 {
		if names, err = rows.skipTo(t.Detected.HeaderRow); err != nil {
			return spreadsheet(err)
		}
	}
	if len(names) > MaxColumns {
		return failed(TooManyColumns, t.Detected.HeaderRow, "The sheet %q has more than %d columns.", s.name, MaxColumns)
	}
	rows.width = len(names)
	return t.settle(names, s.name, o)
}

// spreadsheet turns errors in the parts of a damaged file into one message.
func spreadsheet(err error) error {
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, markup.ErrEntities):
		return entities()
	case errors.Is(err, markup.ErrSyntax), errors.Is(err, markup.ErrDepth), errors.Is(err, zip.ErrFormat), errors.Is(err, zip.ErrChecksum), errors.Is(err, zip.ErrAlgorithm), errors.Is(err, io.ErrUnexpectedEOF),
		errors.As(err, &corrupt):
		return failed(Damaged, 0, "The spreadsheet is damaged. Open it in a spreadsheet program and save it again.")
	}
	return err
}

func entities() *Failed {
	return failed(XMLEntities, 0, "The file defines entities of its own, which are not read. Save it without a document type.")
}

// open reads the parts that sheets need.
func (w *workbook) open(t *Table, o Options) error {
	targets := map[string]string{}
	err := w.each("xl/_rels/workbook.xml.rels", func(token *markup.Token) error {
		if string(token.Name) == "Relationship" {
			targets[string(token.Attribute("Id"))] = string(token.Attribute("Target"))
		}
		return nil
	})
	if err != nil {
		return err
	}
	err = w.each("xl/workbook.xml", func(token *markup.Token) error {
		switch string(token.Name) {
		case "workbookPr":
			w.is1904 = isTrue(token.Attribute("date1904"))
		case "sheet":
			s := sheet{name: named(string(token.Attribute("name"))), id: string(token.Attribute("id"))}
			s.path = inPackage(targets[s.id])
			if w.files[s.path] != nil && !strings.Contains(s.path, "chartsheets/") {
				w.sheets = append(w.sheets, s)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(w.sheets) == 0 {
		return failed(Damaged, 0, "The spreadsheet has no sheet.")
	}
	if err := w.readStyles(); err != nil {
		return err
	}
	w.strings = &sharedStrings{dir: o.Dir}
	t.cleanup = append(t.cleanup, w.strings.close)
	return w.readStrings()
}

// inPackage is the name of a part that the workbook refers to.
func inPackage(target string) string {
	if absolute, ok := strings.CutPrefix(target, "/"); ok {
		return absolute
	}
	return path.Join("xl", target)
}

func isTrue(value []byte) bool { return string(value) == "1" || string(value) == "true" }

// each calls do with the tags of a part; a missing part has none.
func (w *workbook) each(part string, do func(*markup.Token) error) error {
	f := w.files[part]
	if f == nil {
		return nil
	}
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	m := markup.NewReader(r, MaxDepth)
	for {
		token, err := m.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil && token.Kind == markup.Start {
			err = do(token)
		}
		if err != nil {
			return err
		}
	}
}

// choose is the sheet of the given name, that of a profile, or the first with rows.
func (w *workbook) choose(o Options) (sheet, sheetSample, error) {
	var first *sheet
	var ofFirst sheetSample
	for i, s := range w.sheets {
		if o.Sheet != "" && s.name != o.Sheet {
			continue
		}
		sample, err := w.sample(s)
		if err != nil {
			return sheet{}, sheetSample{}, err
		}
		if o.Sheet != "" || len(sample.names) > 0 && profile.IsSheet(s.name, sample.names) {
			return s, sample, nil
		}
		if first == nil && len(sample.names) > 0 {
			first, ofFirst = &w.sheets[i], sample
		}
	}
	switch {
	case o.Sheet != "":
		return sheet{}, sheetSample{}, failed(UnknownSheet, 0, "The file has no sheet %q.", shortened(o.Sheet))
	case first == nil:
		return sheet{}, sheetSample{}, failed(EmptyFile, 0, "No sheet of the file has rows.")
	}
	return *first, ofFirst, nil
}
