package jobs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"vitrine/internal/importing"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
)

// apply writes what is planned: what it needs first, then chunks of rows. A pointer moves in
// the transaction of each, so nothing is lost or written twice, whoever goes on.
func (i importer) apply(ctx context.Context, who postgres.Access, id int64) error {
	if err := i.check(ctx, who, id, i.planAll, makeStructure); err != nil {
		return err
	}
	refused, alone := map[int64]string{}, false
	album := &album{importer: i, who: who, id: id}
	defer album.end()
	pace := newPace("applying", 0)
	for {
		if i.told() {
			return errHandOver
		}
		if album.stored == nil {
			if err := album.next(ctx); err != nil {
				return err
			}
		}
		var c chunk
		done := false
		err := exchange.WorkOnImport(ctx, i.db, who, id, importing.Applying, func(w *exchange.ImportWork) (err error) {
			c = chunk{w: w, refused: refused, alone: alone, album: album}
			done, err = c.run(ctx, pace)
			return err
		})
		var row *rowError
		again := errors.As(err, &row) || errors.Is(err, exchange.ErrRefusedTogether)
		if !again {
			album.settle(ctx, err)
		}
		switch {
		case errors.Is(err, exchange.ErrRefusedTogether) && !alone:
			alone = true // the chunk again, row by row, to find those that are refused
		case errors.As(err, &row) && len(refused) < importing.ChunkRows:
			refused[row.row] = row.Error() // the chunk again, without it
		case err != nil:
			return err
		case done:
			return nil
		default:
			clear(refused)
			alone = false
			pace.done += c.rows
		}
	}
}

// check sees whether the plan still holds, by planning again if anything has changed since, and
// prepares what it needs.
func (i importer) check(ctx context.Context, who postgres.Access, id int64, plan planning, prepare func(context.Context, *exchange.ImportWork) error) error {
	checked, same := false, false
	err := exchange.WorkOnImport(ctx, i.db, who, id, importing.Applying, func(w *exchange.ImportWork) error {
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
		if again, err = plan(ctx, who, id, importing.Applying); err != nil {
			return err
		}
	}
	return exchange.WorkOnImport(ctx, i.db, who, id, importing.Applying, func(w *exchange.ImportWork) error {
		var before importing.Plan
		if err := json.Unmarshal(w.Import.Plan, &before); err != nil {
			return err
		}
		if !same && again.plan.Digest != before.Digest {
			again.plan.Differs = &again.differs
			return again.save(ctx, w)
		}
		if prepare != nil {
			if err := prepare(ctx, w); err != nil {
				return err
			}
		}
		w.Import.Checked = true
		return w.Save(ctx)
	})
}

// rowError is a row that could not be written, although it was planned.
type rowError struct {
	row int64
	error
}

func (e *rowError) Unwrap() error { return e.error }

// chunk is the rows that are written in one transaction.
type chunk struct {
	w        *exchange.ImportWork
	refused  map[int64]string
	alone    bool // rows are written one by one
	album    *album
	rows     int64
	keys     []importing.Key
	outcomes []exchange.Outcome
}

// run writes the next rows and moves the pointer. It reports whether there were none.
func (c *chunk) run(ctx context.Context, pace *pace) (done bool, err error) {
	w := c.w
	rows, err := w.Rows(ctx, w.Import.NextRow, importing.ChunkRows)
	if err != nil {
		return false, err
	}
	if len(rows) == 0 {
		return true, finish(ctx, w)
	}
	planner, err := newPlanner(ctx, w)
	if err != nil {
		return false, err
	}
	if planner.FirstWins {
		if planner.First, err = w.FirstRows(ctx, rows); err != nil {
			return false, err
		}
	}
	planner.Structure.Forbid() // what the plan needs is there by now, or it does not hold any more
	var todo []importing.Row
	for _, row := range rows {
		if *row.Action == "create" || *row.Action == "update" {
			todo = append(todo, row.Row)
		}
	}
	found, err := w.Find(ctx, planner.Lookup(todo), true)
	if err != nil {
		return false, err
	}
	all, rest := &together{groups: map[*importing.Group]bool{}}, []*importing.RowPlan{}
	for _, row := range rows {
		if *row.Action != "create" && *row.Action != "update" {
			continue
		}
		d := planner.Plan(row.Row, found)
		_, without := c.refused[row.Row.Row]
		if without || !bytes.Equal(d.Digest(), row.Digest) {
			c.outcomes = append(c.outcomes, exchange.Outcome{Row: row.Row.Row, Status: "conflict"})
			continue
		}
		planner.Register(d)
		if c.alone || !all.takes(d) {
			rest = append(rest, d)
		}
	}
	if err := c.writeTogether(ctx, all); err != nil {
		return false, err
	}
	for _, d := range rest {
		if err := c.write(ctx, d); err != nil {
			return false, fmt.Errorf("row %d: %w", d.Row, err)
		}
	}
	if err := w.SaveKeys(ctx, c.keys); err != nil {
		return false, err
	}
	if err := w.SaveOutcomes(ctx, c.outcomes); err != nil {
		return false, err
	}
	w.Import.NextRow, c.rows = rows[len(rows)-1].Row.Row, int64(len(rows))
	if err := c.showProgress(ctx, pace); err != nil {
		return false, err
	}
	return false, w.Save(ctx)
}

// showProgress counts the rows once, and then those of each chunk that is committed.
func (c *chunk) showProgress(ctx context.Context, pace *pace) error {
	if pace.total == 0 {
		done, total, err := c.w.Position(ctx)
		if err != nil {
			return err
		}
		pace.done, pace.total = done-c.rows, total
	}
	c.w.Import.Progress = encoded(pace.progress(pace.done+c.rows, pace.total))
	return nil
}

// finish tells what came of the import.
func finish(ctx context.Context, w *exchange.ImportWork) error {
	report, err := w.Outcomes(ctx)
	if err != nil {
		return err
	}
	return endApplied(ctx, w, report, "rows")
}
