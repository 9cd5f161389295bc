package jobs

import (
	"bytes"
	"context"

	"vitrine/internal/importing"
	"vitrine/internal/postgres/exchange"
)

// linePages plans the lines of an archive.
type linePages struct {
	planner importing.LinePlanner
	lines   []exchange.StagedLine
	planned []importing.LinePlan
}

func (archived) pages(ctx context.Context, w *exchange.ImportWork) (pager, error) {
	planner, err := newLinePlanner(ctx, w)
	planner.Renamed, planner.Fields = importing.Renamed{}, importing.NewLineFields()
	return &linePages{planner: planner}, err
}

func (p *linePages) read(ctx context.Context, w *exchange.ImportWork, after int64) (rows int, last int64, err error) {
	if p.lines, err = w.Lines(ctx, after, planRows); err != nil || len(p.lines) == 0 {
		return 0, after, err
	}
	p.planned, err = planPage(ctx, w, p.planner, p.lines)
	return len(p.lines), p.lines[len(p.lines)-1].Row, err
}

func (p *linePages) plan(into *importing.Plan) (differs int64) {
	for n := range p.planned {
		into.AddLine(&p.planned[n])
		if p.lines[n].Action != nil && !bytes.Equal(p.lines[n].Digest, p.planned[n].Digest()) {
			differs++
		}
	}
	return differs
}

func (p *linePages) save(ctx context.Context, w *exchange.ImportWork) error {
	return w.SaveLinePlans(ctx, p.planned)
}

func (p *linePages) demands() []importing.Demand { return nil }

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
