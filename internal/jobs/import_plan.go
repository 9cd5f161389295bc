package jobs

import (
	"bytes"
	"context"
	"encoding/json"
	"time"

	"vitrine/internal/importing"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/tabular/profile"
)

// planRows is how many rows are planned in a transaction.
const planRows = 1000

// plan tells what each row would do, and writes nothing but that.
func (i importer) plan(ctx context.Context, who postgres.Access, id int64) error {
	made, err := i.planAll(ctx, who, id, importing.Planning)
	if err != nil {
		return err
	}
	return exchange.WorkOnImport(ctx, i.db, who, id, importing.Planning, func(w *exchange.ImportWork) error {
		return made.save(ctx, w)
	})
}

// madePlan is a plan with what is kept of it besides its rows.
type madePlan struct {
	plan    *importing.Plan
	demands []importing.Demand
	numbers string
	differs int64
}

func (m madePlan) save(ctx context.Context, w *exchange.ImportWork) error {
	if err := w.SaveDemands(ctx, m.demands); err != nil {
		return err
	}
	if err := w.SavePlanChanges(ctx, m.numbers); err != nil {
		return err
	}
	w.Import.PlanNumber++
	m.plan.Number = w.Import.PlanNumber
	w.Import.State, w.Import.Plan, w.Import.Progress, w.Import.Checked, w.Import.NextRow = importing.Planned, encoded(m.plan), nil, false, 0
	return w.Save(ctx)
}

// planning plans all rows or lines of an import that is in a state.
type planning func(ctx context.Context, who postgres.Access, id int64, state string) (madePlan, error)

// planAll plans all rows, a page in each transaction. Rows that were planned before and now do
// something else are counted.
func (i importer) planAll(ctx context.Context, who postgres.Access, id int64, state string) (m madePlan, err error) {
	var planner *importing.Planner
	var total, after int64
	err = exchange.WorkOnImport(ctx, i.db, who, id, state, func(w *exchange.ImportWork) (err error) {
		if m.numbers, err = w.Changes(ctx); err != nil {
			return err
		}
		if total, err = w.CountRows(ctx); err != nil {
			return err
		}
		planner, err = newPlanner(ctx, w)
		m.plan = importing.NewPlan(w.Import.PlanNumber, w.Import.Blank)
		return err
	})
	if err != nil {
		return m, err
	}
	pace := newPace(state, 0)
	for {
		if i.told() {
			return m, errHandOver
		}
		rows, found, err := i.next(ctx, who, id, state, planner, after)
		if err != nil {
			return m, err
		}
		if len(rows) == 0 {
			break
		}
		planned := make([]*importing.RowPlan, len(rows))
		for n, row := range rows {
			planned[n] = planner.Plan(row.Row, found)
			planner.Register(planned[n])
			m.plan.Add(planned[n])
			if row.Action != nil && !bytes.Equal(row.Digest, planned[n].Digest()) {
				m.differs++
			}
		}
		err = exchange.WorkOnImport(ctx, i.db, who, id, state, func(w *exchange.ImportWork) error {
			if err := w.SavePlans(ctx, planned); err != nil {
				return err
			}
			w.Import.Progress = encoded(pace.progress(m.plan.Rows, total))
			return w.Save(ctx)
		})
		if err != nil {
			return m, err
		}
		after = rows[len(rows)-1].Row.Row
	}
	m.demands = planner.Structure.Demands()
	m.plan.End(m.demands)
	return m, nil
}

// next reads the next rows, and what they may mean of what is there.
func (i importer) next(ctx context.Context, who postgres.Access, id int64, state string, planner *importing.Planner, after int64) (rows []exchange.StagedRow, found *importing.Found, err error) {
	err = exchange.WorkOnImport(ctx, i.db, who, id, state, func(w *exchange.ImportWork) (err error) {
		if rows, err = w.Rows(ctx, after, planRows); err != nil {
			return err
		}
		plain := make([]importing.Row, len(rows))
		for n := range rows {
			rows[n].Nth, rows[n].Follows, rows[n].First = 0, false, 0
			plain[n] = rows[n].Row
		}
		found, err = w.Find(ctx, planner.Lookup(plain), false)
		return err
	})
	return rows, found, err
}

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

// encoded is JSON for a column.
func encoded(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // texts and numbers always encode
	}
	return text
}
