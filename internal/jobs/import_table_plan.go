package jobs

import (
	"bytes"
	"context"

	"vitrine/internal/importing"
	"vitrine/internal/intake"
	"vitrine/internal/postgres/exchange"
)

// rowPages plans the rows of a table.
type rowPages struct {
	planner *importing.Planner
	rows    []exchange.StagedRow
	found   *importing.Found // what the rows may mean of what is there
	planned []*importing.RowPlan
}

func (table) pages(ctx context.Context, w *exchange.ImportWork) (pager, error) {
	planner, err := intake.NewPlanner(ctx, w)
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
