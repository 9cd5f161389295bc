package jobs

import (
	"context"

	"vitrine/internal/importing"
	"vitrine/internal/intake"
	"vitrine/internal/postgres/exchange"
)

func (table) takeBack(ctx context.Context, w *exchange.ImportWork) (reverted []importing.TakenBack, last int64, err error) {
	rows, err := w.Written(ctx, w.Import.NextRow, importing.ChunkRows)
	if err != nil || len(rows) == 0 {
		return nil, 0, err
	}
	trash := map[string][]int64{}
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
			return nil, 0, err
		}
	}
	back, err := restoreFields(ctx, w, changed)
	return append(reverted, back...), rows[len(rows)-1].Row, err
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
		planned, back := importing.Back(structure, item, row.CopyID, row.CopyMade, row.Changes, row.Row)
		c := intake.Rows{Work: w}
		if planned != nil && !planned.Write.Nothing() {
			if err := c.Write(ctx, planned); err != nil {
				return nil, err
			}
		}
		done = append(done, back)
	}
	return done, nil
}

// unmake removes what was made on demand, and lets proposals wait again.
func (table) unmake(ctx context.Context, w *exchange.ImportWork) (left map[string]int64, err error) {
	if w.Import.Source == importing.FromProposals {
		if err := w.Reopen(ctx); err != nil {
			return nil, err
		}
	}
	made, err := w.MadeObjects(ctx)
	if err != nil {
		return nil, err
	}
	left = map[string]int64{}
	for _, m := range made {
		gone, err := w.Unmake(ctx, m)
		if err != nil {
			return nil, err
		}
		if !gone {
			left[m.Kind]++
		}
	}
	return left, nil
}
