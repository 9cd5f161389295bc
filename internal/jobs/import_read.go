package jobs

import (
	"context"
	"errors"
	"io"
	"path"
	"strings"

	"vitrine/internal/importing"
	"vitrine/internal/portable"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/tabular"
	"vitrine/internal/tabular/guess"
)

// stageRows is how many rows are staged in a transaction.
const stageRows = 1000

// read turns the file of an import into staged rows, and guesses what its columns are.
func (i importer) read(ctx context.Context, who postgres.Access, id int64) error {
	var imp importing.Import
	var known []guess.KnownField
	var typed *importing.Type
	err := exchange.WorkOnImport(ctx, i.db, who, id, importing.Reading, func(w *exchange.ImportWork) (err error) {
		imp = w.Import
		if err := w.Unstage(ctx); err != nil {
			return err
		}
		typed, err = onlyType(ctx, w)
		return err
	})
	if err != nil {
		return err
	}
	if typed != nil {
		for _, f := range typed.Fields {
			known = append(known, guess.KnownField{Name: f.Name, Kind: f.FieldType})
		}
	}
	file, size, done, err := i.open(ctx, who, id)
	if err != nil {
		return err
	}
	defer done()
	if portable.Is(file, size) {
		return i.beginArchive(ctx, who, id)
	}
	table, err := tabular.Open(file, size, imp.ReadAs())
	if err != nil {
		return err
	}
	defer table.Close()
	survey := guess.NewSurvey(table.Columns)
	if err := i.stage(ctx, who, id, table, survey); err != nil {
		return err
	}
	photos, err := photoFiles(ctx, table)
	if err != nil {
		return err
	}
	headers, mapping := importing.Guessed(table, survey, guess.Columns(table, survey, guess.Known{Locale: imp.Locale, Fields: known}))
	if typed != nil && mapping.Type != nil {
		mapping.Type = &importing.TypeRef{ID: &typed.ID}
	} else if mapping.Type != nil && mapping.Type.Name == "" && mapping.Type.Template == "" {
		mapping.Type.Name = strings.TrimSuffix(imp.Name, path.Ext(imp.Name))
	}
	return exchange.WorkOnImport(ctx, i.db, who, id, importing.Reading, func(w *exchange.ImportWork) error {
		if err := w.SavePhotos(ctx, photos); err != nil {
			return err
		}
		return readDone(ctx, w, table, headers, mapping)
	})
}

// readDone writes what was found out. A mapping that was sent meanwhile is planned at once.
func readDone(ctx context.Context, w *exchange.ImportWork, table *tabular.Table, headers []importing.Header, guessed importing.Mapping) error {
	found := table.Detected
	w.Import.Format, w.Import.Blank, w.Import.Columns = &found.Format, int64(table.Blank()), encoded(headers)
	if found.Profile != "" {
		w.Import.Profile = &found.Profile
		if w.Import.Source == "file" {
			w.Import.Source = found.Profile
		}
	}
	w.Import.Options = encoded(guessed.Options)
	w.Import.State, w.Import.Guessed = importing.Ready, &guessed
	if w.Import.Asked.Mapped {
		mapping := w.Import.Mapping.Over(guessed)
		w.Import.Mapping, w.Import.State, w.Import.Asked.Mapped = &mapping, importing.Planning, false
	} else {
		w.Import.Mapping = &guessed
	}
	w.Import.Progress = nil
	return w.Save(ctx)
}

// stage keeps all rows of a table.
func (i importer) stage(ctx context.Context, who postgres.Access, id int64, table *tabular.Table, survey *guess.Survey) error {
	var rows []importing.Row
	pace := newPace("reading", 0)
	staged := int64(0)
	flush := func() error {
		if len(rows) == 0 {
			return nil
		}
		staged += int64(len(rows))
		err := exchange.WorkOnImport(ctx, i.db, who, id, importing.Reading, func(w *exchange.ImportWork) error {
			if err := w.Stage(ctx, rows); err != nil {
				return err
			}
			w.Import.Progress = encoded(pace.progress(staged, 0))
			return w.Save(ctx)
		})
		rows = rows[:0]
		return err
	}
	for {
		row, err := table.Next()
		if errors.Is(err, io.EOF) {
			return flush()
		}
		if err != nil {
			return err
		}
		survey.Add(row)
		rows = append(rows, importing.Staged(table, row))
		if len(rows) == stageRows {
			if i.told() {
				return errHandOver
			}
			if err := flush(); err != nil {
				return err
			}
		}
	}
}

// onlyType is the type of the collection, if it has one and no more.
func onlyType(ctx context.Context, w *exchange.ImportWork) (only *importing.Type, err error) {
	s, err := w.Structure(ctx)
	if err != nil {
		return nil, err
	}
	for _, t := range s.Types {
		switch {
		case s.Own == nil || !s.Own.Types[t.ID]:
		case only != nil:
			return nil, nil
		default:
			only = t
		}
	}
	return only, nil
}

// open fetches the file of an import from the store.
func (i importer) open(ctx context.Context, who postgres.Access, id int64) (file io.ReaderAt, size int64, done func(), err error) {
	content, err := exchange.ImportFile(ctx, i.db, who, id)
	if err != nil {
		return nil, 0, nil, err
	}
	received, err := i.Files.Fetch(ctx, content)
	if err != nil {
		return nil, 0, nil, err
	}
	return received, received.Size, func() { received.Close() }, nil
}
