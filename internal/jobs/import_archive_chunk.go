package jobs

import (
	"bytes"
	"context"
	"errors"

	"vitrine/internal/fault"
	"vitrine/internal/importing"
	"vitrine/internal/postgres/exchange"
)

// lineChunk is the lines that are written in one transaction.
type lineChunk struct {
	w        *exchange.ImportWork
	files    *archiveFiles
	careful  bool
	outcomes []exchange.LineOutcome
}

// run writes the next lines and moves the pointer: behind the last line it counts those that
// are written a second time. It reports whether there were none.
func (c *lineChunk) run(ctx context.Context, pace *pace) (done bool, err error) {
	w := c.w
	total, err := w.CountRows(ctx)
	if err != nil {
		return false, err
	}
	if w.Import.NextRow >= total {
		return c.runLate(ctx, total)
	}
	lines, err := w.Lines(ctx, w.Import.NextRow, importing.ChunkRows)
	if err != nil {
		return false, err
	}
	if err := c.write(ctx, lines); err != nil {
		return false, err
	}
	if err := w.SaveLineOutcomes(ctx, c.outcomes); err != nil {
		return false, err
	}
	w.Import.NextRow = lines[len(lines)-1].Row
	w.Import.Progress = encoded(pace.progress(w.Import.NextRow, total))
	return false, w.Save(ctx)
}

func (c *lineChunk) runLate(ctx context.Context, total int64) (done bool, err error) {
	w := c.w
	lines, err := w.LateLines(ctx, w.Import.NextRow-total, importing.ChunkRows)
	if err != nil {
		return false, err
	}
	if len(lines) == 0 {
		return true, nil
	}
	writes := make([]exchange.LineWrite, len(lines))
	for n, l := range lines {
		writes[n] = exchange.LineWrite{Line: l.Line}
	}
	if err := w.WriteLate(ctx, writes); err != nil {
		return false, err
	}
	w.Import.NextRow = total + lines[len(lines)-1].Row
	return false, w.Save(ctx)
}

// write writes those lines that still do what was planned.
func (c *lineChunk) write(ctx context.Context, lines []exchange.StagedLine) error {
	var todo []exchange.StagedLine
	for _, l := range lines {
		if *l.Action == "create" || *l.Action == "update" {
			todo = append(todo, l)
		}
	}
	if len(todo) == 0 {
		return nil
	}
	if err := c.files.keep(ctx, c.w); err != nil {
		return err
	}
	planner, err := newLinePlanner(ctx, c.w)
	if err != nil {
		return err
	}
	for _, wave := range waves(todo) {
		if err := c.writeWave(ctx, planner, wave); err != nil {
			return err
		}
	}
	return nil
}

// waves are lines that can be written at once: none lies in another of them.
func waves(lines []exchange.StagedLine) (all [][]exchange.StagedLine) {
	within := map[string]bool{}
	from := 0
	for n, l := range lines {
		if parent := headOf(l.Text).ParentUUID; parent != nil && within[*parent] {
			all, from = append(all, lines[from:n]), n
			clear(within)
		}
		within[l.UUID] = true
	}
	return append(all, lines[from:])
}

// writeWave writes lines of which none lies in another.
func (c *lineChunk) writeWave(ctx context.Context, planner importing.LinePlanner, todo []exchange.StagedLine) error {
	planned, err := planPage(ctx, c.w, planner, todo)
	if err != nil {
		return err
	}
	named := make([]importing.Line, len(planned))
	for n, d := range planned {
		named[n] = planner.Renamed.In(d.Line)
	}
	missing, err := c.w.MissingReferences(ctx, named)
	if err != nil {
		return err
	}
	groups := map[string][]importing.LinePlan{}
	for n, d := range planned {
		if bad := c.files.bad(d.Line); !bytes.Equal(d.Digest(), todo[n].Digest) || exchange.NamesMissing(named[n], missing) || bad {
			out := exchange.LineOutcome{Row: d.Row, Status: "conflict", Issues: []importing.Issue{}}
			if bad {
				out.Issues = append(out.Issues, importing.Issue{Code: "photo_bad", Level: "error", Message: "The file is not what the line says."})
			}
			c.outcomes = append(c.outcomes, out)
			continue
		}
		d.Line = named[n]
		groups[d.Action] = append(groups[d.Action], d)
	}
	for _, action := range []string{"create", "update"} {
		if err := c.writeGroup(ctx, groups[action]); err != nil {
			return err
		}
	}
	return nil
}

// writeGroup writes lines that are all made or all changed: at once or, if one of them was
// refused, one after the other.
func (c *lineChunk) writeGroup(ctx context.Context, lines []importing.LinePlan) error {
	if !c.careful {
		return c.writeNow(ctx, lines)
	}
	for _, d := range lines {
		before := len(c.outcomes)
		failed, err := c.w.Savepoint(ctx, func() error { return c.writeNow(ctx, []importing.LinePlan{d}) })
		switch {
		case err != nil:
			return err
		case failed != nil && !refusesLine(failed):
			return failed
		case failed != nil:
			c.outcomes = append(c.outcomes[:before], exchange.LineOutcome{Row: d.Row, Status: "conflict",
				Issues: []importing.Issue{{Code: "refused", Level: "error", Message: whyRefused(failed)}}})
		}
	}
	return nil
}

// whyRefused says what is wrong, as far as it is for users.
func whyRefused(err error) string {
	var invalid *fault.Invalid
	if errors.As(err, &invalid) {
		return invalid.Error()
	}
	return "It does not fit what is there, or a rule of the service."
}

func (c *lineChunk) writeNow(ctx context.Context, lines []importing.LinePlan) error {
	writes := make([]exchange.LineWrite, len(lines))
	changes := map[int64][]importing.Change{}
	for n, d := range lines {
		writes[n] = exchange.LineWrite{Line: d.Line}
		if d.Present.Text != nil {
			writes[n].ObjectID = d.Present.ID
			writes[n].Text = importing.With(d.Present.Text, d.Text, d.Changes)
			changes[d.Row] = d.Changes
		}
	}
	ids, err := c.w.WriteLines(ctx, writes, changes)
	if err != nil {
		return err
	}
	for n, d := range lines {
		out := exchange.LineOutcome{Row: d.Row, Status: "done", Issues: []importing.Issue{}}
		if d.Present.Text != nil {
			out.ObjectID, out.Former = &writes[n].ObjectID, new(string(d.Present.Text))
		} else if id, ok := ids[d.UUID]; ok && d.UUID != "" {
			out.ObjectID = &id
		}
		c.outcomes = append(c.outcomes, out)
	}
	return nil
}
