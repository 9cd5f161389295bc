package jobs

import (
	"context"
	"errors"
	"io"
	"path"
	"strings"

	"vitrine/internal/importing"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/tabular"
	"vitrine/internal/tabular/guess"
)

// table is a file of rows and columns.
type table struct{}

func (table) unit() string { return "rows" }

// stage reads the rows and guesses what the columns are.
func (table) stage(ctx context.Context, r *run, file io.ReaderAt, size int64) (note func(context.Context, *exchange.ImportWork) error, guessed importing.Mapping, err error) {
	var imp importing.Import
	var typed *importing.Type
	err = r.in(ctx, importing.Reading, func(w *exchange.ImportWork) (err error) {
		imp = w.Import
		typed, err = onlyType(ctx, w)
		return err
	})
	if err != nil {
		return nil, guessed, err
	}
	var known []guess.KnownField
	if typed != nil {
		for _, f := range typed.Fields {
			known = append(known, guess.KnownField{Name: f.Name, Kind: f.FieldType})
		}
	}
	t, err := tabular.Open(file, size, imp.ReadAs())
	if err != nil {
		return nil, guessed, err
	}
	defer t.Close()
	survey := guess.NewSurvey(t.Columns)
	if err := stageTable(ctx, r, t, survey); err != nil {
		return nil, guessed, err
	}
	photos, err := photoFiles(ctx, t)
	if err != nil {
		return nil, guessed, err
	}
	headers, guessed := importing.Guessed(t, survey, guess.Columns(t, survey, guess.Known{Locale: imp.Locale, Fields: known}))
	if typed != nil && guessed.Type != nil {
		guessed.Into(typed)
		guessed.Type = &importing.TypeRef{ID: &typed.ID}
	} else if guessed.Type != nil && t.Profile == nil {
		guessed.Offer(survey, imp.Locale)
	}
	if guessed.Type != nil && *guessed.Type == (importing.TypeRef{}) {
		guessed.Type.Name = strings.TrimSuffix(imp.Name, path.Ext(imp.Name))
	}
	detected, blank := t.Detected, int64(t.Blank())
	return func(ctx context.Context, w *exchange.ImportWork) error {
		w.Import.Format, w.Import.Blank, w.Import.Columns, w.Import.Options = &detected.Format, blank, encoded(headers), encoded(guessed.Options)
		if detected.Profile != "" {
			w.Import.Profile = &detected.Profile
			if w.Import.Source == "file" {
				w.Import.Source = detected.Profile
			}
		}
		return w.SavePhotos(ctx, photos)
	}, guessed, nil
}

// stageTable stages all rows of a table, and shows each to a survey.
func stageTable(ctx context.Context, r *run, t *tabular.Table, survey *guess.Survey) error {
	rows := newStager(r, 0, (*exchange.ImportWork).Stage)
	for {
		row, err := t.Next()
		if errors.Is(err, io.EOF) {
			return rows.flush(ctx)
		}
		if err != nil {
			return err
		}
		survey.Add(row)
		if err := rows.add(ctx, importing.Staged(t, row), 0); err != nil {
			return err
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
