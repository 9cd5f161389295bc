package importing

import (
	"errors"
	"io"

	"vitrine/internal/tabular"
	"vitrine/internal/tabular/guess"
)

// Preview is how a file would be read.
type Preview struct {
	Columns  []Header
	Rows     [][]string // the first
	Mapping  Mapping    // that follows if nobody says otherwise
	Detected tabular.Detected
	Choices  tabular.Choices
}

const previewRows = 50

// Look reads a file as options ask for, and keeps nothing.
func Look(file io.ReaderAt, size int64, o tabular.Options) (p Preview, err error) {
	table, err := tabular.Open(file, size, o)
	if err != nil {
		return p, err
	}
	defer table.Close()
	survey := guess.NewSurvey(table.Columns)
	p.Rows = [][]string{}
	for {
		row, err := table.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return p, err
		}
		survey.Add(row)
		if len(p.Rows) < previewRows {
			p.Rows = append(p.Rows, Staged(table, row).Cells)
		}
	}
	p.Columns, p.Mapping = Guessed(table, survey, guess.Columns(table, survey, guess.Known{Locale: o.Locale}))
	p.Detected, p.Choices = table.Detected, table.Choices
	return p, nil
}

// ReadAs is how a file is read that was sent so.
func (i Import) ReadAs() tabular.Options {
	asked := i.Asked.Options
	o := tabular.Options{Name: i.Name, Locale: i.Locale, Format: i.Asked.Format, Profile: i.Asked.Profile, Encoding: asked.Encoding, Delimiter: asked.Delimiter, Sheet: asked.Sheet}
	if asked.HeaderRow != nil {
		o.HeaderRow = new(int(*asked.HeaderRow))
	}
	return o
}

// Mapped fills what a mapping leaves open by what is guessed of the import, and reports
// whether its options ask for another reading of the file, which guesses anew.
func (i Import) Mapped(m Mapping) (mapped Mapping, reread bool, err error) {
	if i.IsArchive() { // it is read in one way, and says itself where its objects are
		return m.Over(Mapping{Match: Match{Differs: KeepPresent}}), false, m.Validate()
	}
	if i.Guessed != nil && i.State != Reading {
		if reread = m.Options.Rereads(i.Guessed.Options); !reread {
			m = m.Over(*i.Guessed)
		}
	}
	if i.State == Ready || i.State == Planned || i.State == Reading {
		err = m.Validate()
	}
	if err == nil && !reread && i.State != Reading {
		err = m.Placed(i)
	}
	return m, reread, err
}
