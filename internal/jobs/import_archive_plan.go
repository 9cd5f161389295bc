package jobs

import (
	"bytes"
	"context"

	"vitrine/internal/importing"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
)

// planArchive tells what each line would do, and writes nothing but that.
func (i importer) planArchive(ctx context.Context, who postgres.Access, id int64) error {
	made, err := i.planLines(ctx, who, id, importing.Planning)
	if err != nil {
		return err
	}
	return exchange.WorkOnImport(ctx, i.db, who, id, importing.Planning, func(w *exchange.ImportWork) error { return made.save(ctx, w) })
}

// planLines plans all lines, a page in each transaction. Lines that were planned before and
// now do something else are counted.
func (i importer) planLines(ctx context.Context, who postgres.Access, id int64, state string) (m madePlan, err error) {
	var planner importing.LinePlanner
	var total, after int64
	err = exchange.WorkOnImport(ctx, i.db, who, id, state, func(w *exchange.ImportWork) (err error) {
		if m.numbers, err = w.Changes(ctx); err != nil {
			return err
		}
		if total, err = w.CountRows(ctx); err != nil {
			return err
		}
		planner, err = newLinePlanner(ctx, w)
		planner.Renamed, planner.Fields = importing.Renamed{}, importing.NewLineFields()
		m.plan = importing.NewPlan(w.Import.PlanNumber, 0)
		return err
	})
	if err != nil {
		return m, err
	}
	pace := newPace(state, 0)
	pace.unit = "lines"
	for {
		if i.told() {
			return m, errHandOver
		}
		done := false
		err = exchange.WorkOnImport(ctx, i.db, who, id, state, func(w *exchange.ImportWork) error {
			lines, err := w.Lines(ctx, after, planRows)
			if err != nil {
				return err
			}
			if done = len(lines) == 0; done {
				return nil
			}
			planned, err := planPage(ctx, w, planner, lines)
			if err != nil {
				return err
			}
			if err := w.SaveLinePlans(ctx, planned); err != nil {
				return err
			}
			w.Import.Progress = encoded(pace.progress(m.plan.Rows+int64(len(lines)), total))
			if err := w.Save(ctx); err != nil {
				return err
			}
			for n := range planned { // the transaction may be tried again until here
				m.plan.AddLine(&planned[n])
				if lines[n].Action != nil && !bytes.Equal(lines[n].Digest, planned[n].Digest()) {
					m.differs++
				}
			}
			after = lines[len(lines)-1].Row
			return nil
		})
		if err != nil {
			return m, err
		}
		if done {
			m.plan.End(nil)
			return m, nil
		}
	}
}

// newLinePlanner prepares to plan lines of an import.
func newLinePlanner(ctx context.Context, w *exchange.ImportWork) (p importing.LinePlanner, err error) {
	p.Differs = w.Import.Mapping.Match.Differs
	filled, err := w.HasCollections(ctx)
	if err != nil {
		return p, err
	}
	p.Empty = !filled
	p.Renamed, err = w.Renamed(ctx)
	return p, err
}

// planPage plans lines of one part.
func planPage(ctx context.Context, w *exchange.ImportWork, planner importing.LinePlanner, lines []exchange.StagedLine) ([]importing.LinePlan, error) {
	plain := make([]importing.Line, len(lines))
	for n, l := range lines {
		plain[n] = l.Line
	}
	present, err := w.PresentLines(ctx, plain)
	if err != nil {
		return nil, err
	}
	planned := make([]importing.LinePlan, len(lines))
	for n, l := range plain {
		planned[n] = planner.Plan(l, present[n])
		if present[n].ByName {
			planner.Renamed[l.UUID] = present[n].UUID()
		}
	}
	return planned, nil
}
