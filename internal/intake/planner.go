package intake

import (
	"context"
	"encoding/json"
	"time"

	"vitrine/internal/importing"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/tabular/profile"
)

// NewPlanner prepares to plan rows of an import.
func NewPlanner(ctx context.Context, w *exchange.ImportWork) (*importing.Planner, error) {
	structure, err := w.Structure(ctx)
	if err != nil {
		return nil, err
	}
	if c := w.Import.CollectionToMake(); c != nil {
		structure.Own.Name = c.Name
		if c.Currency != nil {
			structure.Own.Currency = *c.Currency
		}
	}
	var headers []importing.Header
	if err := json.Unmarshal(w.Import.Columns, &headers); err != nil {
		return nil, err
	}
	p := &importing.Planner{Structure: structure, Mapping: *w.Import.Mapping, Source: w.Import.Source, Locale: w.Import.Locale, Today: time.Now().UTC().Truncate(24 * time.Hour)}
	if w.Import.Profile != nil {
		for _, known := range profile.ByName(*w.Import.Profile) {
			p.FirstWins = known.Settings.FirstRowWins
		}
	}
	photos, err := w.Photos(ctx)
	if err != nil {
		return nil, err
	}
	p.SetPhotos(photos)
	p.Prepare(headers)
	return p, nil
}
