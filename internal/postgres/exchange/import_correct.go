package exchange

import (
	"context"
	"errors"

	"vitrine/internal/fault"
	"vitrine/internal/importing"
	"vitrine/internal/postgres/internal/engine"
)

// CorrectImport plans an import again by the mapping of a plan, with other corrections.
func CorrectImport(ctx context.Context, w engine.Writer, id, plan int64, m importing.Mapping) (importing.Import, error) {
	done, err := act(ctx, w, id, importAct{set: `mapping = $3, error = null, progress = null, next_row = 0, checked = false, state = 'planning'`,
		when: `state = 'planned' and plan_number = $4 and not ` + isArchive, work: true}, m, plan)
	var invalid *fault.Invalid
	if errors.As(err, &invalid) && done.State == importing.Planned && done.PlanNumber != plan {
		return done, fault.On("plan", "The plan has the number %d by now.", done.PlanNumber)
	}
	return done, err
}

// ImportCells are some cells of an import as the file has them, and in how many rows with errors the
// column says the same.
func ImportCells(ctx context.Context, r engine.Reader, id int64, places []importing.CellPlace) ([]importing.FileCell, error) {
	rows, columns := make([]int64, len(places)), make([]int64, len(places))
	for i, p := range places {
		rows[i], columns[i] = p.Row, p.Column
	}
	return engine.All[importing.FileCell](ctx, r, `
		with asked as materialized (
			select a.row, a.nth, i.cells[a.nth] as said from unnest($3::bigint[], $4::bigint[]) as a (row, nth)
			join import_rows i on i.account_id = $1 and i.import_id = $2 and i.row = a.row where a.nth between 1 and array_length(i.cells, 1)
		), alike as (
			select a.nth, a.said, count(*) as n from (select distinct nth, said from asked) a
			join import_rows i on i.account_id = $1 and i.import_id = $2 and i.action = 'error' and i.cells[a.nth] = a.said group by a.nth, a.said
		)
		select a.row, a.nth as column, a.said, coalesce(n, 0) as alike from asked a left join alike using (nth, said)`, r.AccountID(), id, rows, columns)
}
