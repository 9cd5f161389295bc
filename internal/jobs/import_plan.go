package jobs

import (
	"context"
	"encoding/json"

	"vitrine/internal/importing"
	"vitrine/internal/postgres/exchange"
)

// planRows is how many rows are planned in a transaction.
const planRows = 1000

// plan says what each row would do, and writes nothing but that.
func (r *run) plan(ctx context.Context) error {
	made, err := r.planAll(ctx, importing.Planning)
	if err != nil {
		return err
	}
	return r.in(ctx, importing.Planning, func(w *exchange.ImportWork) error { return made.save(ctx, w) })
}

// madePlan is a plan with what is saved of it besides its rows.
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

// planAll plans all rows, page by page. It counts rows that were planned before and now do
// something else.
func (r *run) planAll(ctx context.Context, state string) (m madePlan, err error) {
	var pages pager
	var total, after int64
	err = r.in(ctx, state, func(w *exchange.ImportWork) (err error) {
		if m.numbers, err = w.Changes(ctx); err != nil {
			return err
		}
		if total, err = w.CountRows(ctx); err != nil {
			return err
		}
		m.plan = importing.NewPlan(w.Import.PlanNumber, w.Import.Blank)
		pages, err = r.pages(ctx, w)
		return err
	})
	if err != nil {
		return m, err
	}
	pace := newPace(state, r.unit())
	for {
		if r.stopping() {
			return m, errHandOver
		}
		var rows int
		err := r.in(ctx, state, func(w *exchange.ImportWork) (err error) {
			rows, after, err = pages.read(ctx, w, after)
			return err
		})
		if err != nil {
			return m, err
		}
		if rows == 0 {
			m.demands = pages.demands()
			m.plan.End(m.demands)
			return m, nil
		}
		m.differs += pages.plan(m.plan)
		err = r.in(ctx, state, func(w *exchange.ImportWork) error {
			if err := pages.save(ctx, w); err != nil {
				return err
			}
			w.Import.Progress = encoded(pace.progress(m.plan.Rows, total))
			return w.Save(ctx)
		})
		if err != nil {
			return m, err
		}
	}
}

// check sees whether the plan still holds, by planning again if anything has changed since, and
// prepares what all its rows need.
func (r *run) check(ctx context.Context) error {
	checked, same := false, false
	err := r.in(ctx, importing.Applying, func(w *exchange.ImportWork) error {
		now, err := w.Changes(ctx)
		if err != nil {
			return err
		}
		then, err := w.PlanChanges(ctx)
		checked, same = w.Import.Checked, now == then
		return err
	})
	if err != nil || checked {
		return err
	}
	var again madePlan
	if !same {
		if again, err = r.planAll(ctx, importing.Applying); err != nil {
			return err
		}
	}
	return r.in(ctx, importing.Applying, func(w *exchange.ImportWork) error {
		var before importing.Plan
		if err := json.Unmarshal(w.Import.Plan, &before); err != nil {
			return err
		}
		if !same && again.plan.Digest != before.Digest {
			again.plan.Differs = &again.differs
			return again.save(ctx, w)
		}
		if err := r.prepare(ctx, w); err != nil {
			return err
		}
		w.Import.Checked = true
		return w.Save(ctx)
	})
}

// encoded is JSON for a column.
func encoded(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // texts and numbers always encode
	}
	return text
}
