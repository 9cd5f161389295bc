package jobs

import (
	"bytes"
	"context"
	"encoding/json"
	"time"

	"vitrine/internal/importing"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/tabular/profile"
)

// rowPages plans the rows of a table.
type rowPages struct {
	planner *importing.Planner
	rows    []exchange.StagedRow
	found   *importing.Found // what the rows may mean of what is there
	planned []*importing.RowPlan
}

func (table) pages(ctx context.Context, w *exchange.ImportWork) (pager, error) {
	planner, err := newPlanner(ctx, w)
	return &rowPages{planner: planner}, err
}

func (p *rowPages) read(ctx context.Context, w *exchange.ImportWork, after int64) (rows int, last int64, err error) {
	if p.rows, err = w.Rows(ctx, after, planRows); err != nil || len(p.rows) == 0 {
		return 0, after, err
	}
	plain := make([]importing.Row, len(p.rows))
	for n := range p.rows {
		p.rows[n].Nth, p.rows[n].Follows, p.rows[n].First = 0, false, 0
		plain[n] = p.rows[n].Row
	}
	p.found, err = w.Find(ctx, p.planner.Lookup(plain), false)
	return len(plain), plain[len(plain)-1].Row, err
}

func (p *rowPages) plan(into *importing.Plan) (differs int64) {
	p.planned = make([]*importing.RowPlan, len(p.rows))
	for n, row := range p.rows {
		d := p.planner.Plan(row.Row, p.found)
		p.planner.Register(d)
		into.Add(d)
		if row.Action != nil && !bytes.Equal(row.Digest, d.Digest()) {
			differs++
		}
		p.planned[n] = d
	}
	return differs
}

func (p *rowPages) save(ctx context.Context, w *exchange.ImportWork) error {
	return w.SavePlans(ctx, p.planned)
}

func (p *rowPages) demands() []importing.Demand { return p.planner.Structure.Demands() }

// newPlanner prepares to plan rows of an import.
func newPlanner(ctx context.Context, w *exchange.ImportWork) (*importing.Planner, error) {
	structure, err := w.Structure(ctx)
	if err != nil {
		return nil, err
	}
	if c := newCollection(w.Import); c != nil {
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
