package jobs

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"vitrine/internal/importing"
	"vitrine/internal/intake"
	"vitrine/internal/postgres/exchange"
)

func (table) prepare(ctx context.Context, w *exchange.ImportWork) error { return makeStructure(ctx, w) }

func (table) made(context.Context, *exchange.ImportWork) (map[string]int64, error) { return nil, nil }

// rowWriter writes the rows of a table. A chunk that is refused is tried again row by row, to
// find those that are, and then without them.
type rowWriter struct {
	album   *album
	pace    *pace
	refused map[int64]string
	alone   bool
	rows    int64 // of the chunk
}

func (table) writer(r *run, pace *pace) writer {
	return &rowWriter{album: &album{run: r}, pace: pace, refused: map[int64]string{}}
}

func (t *rowWriter) store(ctx context.Context) error {
	if t.album.stored != nil {
		return nil
	}
	return t.album.next(ctx)
}

func (t *rowWriter) write(ctx context.Context, w *exchange.ImportWork) (done bool, err error) {
	c := chunk{Rows: intake.Rows{Work: w, Stored: t.album.stored, Named: t.album.named}, refused: t.refused, alone: t.alone}
	done, err = c.run(ctx, t.pace)
	t.rows = c.rows
	return done, err
}

func (t *rowWriter) settle(ctx context.Context, err error) (again bool) {
	var row *intake.Refused
	switch {
	case errors.Is(err, exchange.ErrRefusedTogether) && !t.alone:
		t.alone = true
		return true
	case errors.As(err, &row) && len(t.refused) < importing.ChunkRows:
		t.refused[row.Row] = row.Error()
		return true
	case err == nil:
		clear(t.refused)
		t.alone = false
		t.pace.done += t.rows
	}
	t.album.settle(ctx, err)
	return false
}

func (t *rowWriter) close() { t.album.end() }

// chunk is the rows that are written in one transaction.
type chunk struct {
	intake.Rows
	refused map[int64]string
	alone   bool // rows are written one by one
	rows    int64
}

// run writes the next rows and moves the pointer. It reports whether there were none.
func (c *chunk) run(ctx context.Context, pace *pace) (done bool, err error) {
	w := c.Work
	rows, err := w.Rows(ctx, w.Import.NextRow, importing.ChunkRows)
	if err != nil {
		return false, err
	}
	if len(rows) == 0 {
		return true, nil
	}
	planner, err := intake.NewPlanner(ctx, w)
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
	all, rest := &intake.Together{}, []*importing.RowPlan{}
	for _, row := range rows {
		if *row.Action != "create" && *row.Action != "update" {
			continue
		}
		d := planner.Plan(row.Row, found)
		_, without := c.refused[row.Row.Row]
		if without || !bytes.Equal(d.Digest(), row.Digest) {
			c.Conflicts(row.Row.Row)
			continue
		}
		planner.Register(d)
		if c.alone || !all.Takes(d) {
			rest = append(rest, d)
		}
	}
	if err := c.WriteTogether(ctx, all); err != nil {
		return false, err
	}
	for _, d := range rest {
		if err := c.Write(ctx, d); err != nil {
			return false, fmt.Errorf("row %d: %w", d.Row, err)
		}
	}
	if err := c.Save(ctx); err != nil {
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
		done, total, err := c.Work.Position(ctx)
		if err != nil {
			return err
		}
		pace.done, pace.total = done-c.rows, total
	}
	c.Work.Import.Progress = encoded(pace.progress(pace.done+c.rows, pace.total))
	return nil
}
