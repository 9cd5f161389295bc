package jobs

import (
	"context"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/importing"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
)

// revert takes back what an import wrote, the last row first: what it made goes to one entry
// of the trash, and what it changed gets its former values, unless somebody has changed it
// since.
func (i importer) revert(ctx context.Context, who postgres.Access, id int64) error {
	pace := newPace("reverting", 0)
	for done := false; !done; {
		if i.told() {
			return errHandOver
		}
		err := exchange.WorkOnImport(ctx, i.db, who, id, importing.Reverting, func(w *exchange.ImportWork) (err error) {
			done, err = revertChunk(ctx, w, pace)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func revertChunk(ctx context.Context, w *exchange.ImportWork, pace *pace) (done bool, err error) {
	rows, err := w.Written(ctx, w.Import.NextRow, importing.ChunkRows)
	if err != nil {
		return false, err
	}
	if len(rows) == 0 {
		return true, revertDone(ctx, w)
	}
	trash := map[string][]int64{}
	var reverted []importing.TakenBack
	var changed []exchange.WrittenRow
	for _, row := range rows {
		if row.Touched {
			reverted = append(reverted, importing.Left(row.Row, "changed_since"))
			continue
		}
		collect(trash, row)
		if !row.OfMade && len(row.Changes) > 0 {
			changed = append(changed, row)
		} else {
			reverted = append(reverted, importing.TakenBack{Row: row.Row, Status: "undone", Issues: []importing.Issue{}})
		}
	}
	for _, kind := range []string{"photos", "purchases", "valuations", "insurance", "copies", "items"} {
		if err := w.Trash(ctx, kind, trash[kind]); err != nil {
			return false, err
		}
	}
	back, err := restoreFields(ctx, w, changed)
	if err != nil {
		return false, err
	}
	if err := w.SaveReverted(ctx, append(reverted, back...)); err != nil {
		return false, err
	}
	w.Import.NextRow = rows[len(rows)-1].Row
	left, total, err := w.Position(ctx)
	if err != nil {
		return false, err
	}
	w.Import.Progress = encoded(pace.progress(total-left, total))
	return false, w.Save(ctx)
}

// collect notes what a row made, as far as it does not go with something else.
func collect(trash map[string][]int64, row exchange.WrittenRow) {
	add := func(kind string, id *int64, made bool) {
		if made && id != nil {
			trash[kind] = append(trash[kind], *id)
		}
	}
	if !row.ItemMade {
		trash["photos"] = append(trash["photos"], row.Undo.PhotoIDs...)
	}
	switch {
	case row.ItemMade:
		add("items", row.ItemID, true)
	case row.CopyMade:
		add("copies", row.CopyID, true)
	default:
		add("purchases", row.Undo.PurchaseID, row.Undo.PurchaseMade)
		add("valuations", row.Undo.ValuationID, true)
		add("insurance", row.Undo.InsuranceID, row.Undo.InsuranceMade)
	}
}

// restoreFields writes the former values of what rows changed.
func restoreFields(ctx context.Context, w *exchange.ImportWork, rows []exchange.WrittenRow) ([]importing.TakenBack, error) {
	var ids []int64
	for _, row := range rows {
		ids = append(ids, *row.ItemID)
	}
	found, err := w.FindItems(ctx, ids)
	if err != nil {
		return nil, err
	}
	structure, err := w.Structure(ctx)
	if err != nil {
		return nil, err
	}
	var done []importing.TakenBack
	for _, row := range rows {
		item := found.Items[*row.ItemID]
		if item == nil {
			done = append(done, importing.Left(row.Row, "changed_since"))
			continue
		}
		planned, told := importing.Back(structure, item, row.CopyID, row.CopyMade, row.Changes, row.Row)
		c := chunk{w: w}
		if planned != nil && !planned.Write.Nothing() {
			if err := c.write(ctx, planned); err != nil {
				return nil, err
			}
		}
		done = append(done, told)
	}
	return done, nil
}

// revertDone takes back what was made on demand, and tells what came of it.
func revertDone(ctx context.Context, w *exchange.ImportWork) error {
	made, err := w.MadeObjects(ctx)
	if err != nil {
		return err
	}
	left := map[string]int64{}
	for _, m := range made {
		gone, err := w.Unmake(ctx, m)
		if err != nil {
			return err
		}
		if !gone {
			left[m.Kind]++
		}
	}
	report, err := w.Outcomes(ctx)
	if err != nil {
		return err
	}
	w.Import.State, w.Import.Report = importing.Reverted, encoded(importing.ToldBack{Report: report, InUse: left, EndedAt: time.Now().Unix()})
	w.Import.Progress = encoded(importing.Progress{Phase: "reverted", Unit: "rows", Done: report.Rows, Total: report.Rows, Percent: 100, RemainingSeconds: new(int64(0))})
	if err := w.Save(ctx); err != nil {
		return err
	}
	return w.Log(ctx, catalog.ImportReverted)
}
