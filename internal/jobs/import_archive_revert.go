package jobs

import (
	"context"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/importing"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
)

// revertArchive takes back what the lines of an archive wrote, the last first: records before
// their copies, items before their collections, and at last what they were sorted by.
func (i importer) revertArchive(ctx context.Context, who postgres.Access, id int64) error {
	pace := newPace("reverting", 0)
	pace.unit = "lines"
	for done := false; !done; {
		if i.told() {
			return errHandOver
		}
		err := exchange.WorkOnImport(ctx, i.db, who, id, importing.Reverting, func(w *exchange.ImportWork) (err error) {
			done, err = revertLines(ctx, w, pace)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func revertLines(ctx context.Context, w *exchange.ImportWork, pace *pace) (done bool, err error) {
	lines, err := w.WrittenLines(ctx, w.Import.NextRow, importing.ChunkRows)
	if err != nil {
		return false, err
	}
	if len(lines) == 0 {
		return true, archiveReverted(ctx, w)
	}
	var told []importing.TakenBack
	var changed []exchange.WrittenLine
	var gone []int64
	for _, l := range lines {
		back := importing.TakenBack{Row: l.Row, Status: "undone", Issues: []importing.Issue{}}
		switch {
		case l.Former != nil:
			changed = append(changed, l)
			continue
		case l.Goes, l.Part == "import_keys":
		case isShared(l.Part):
			unmade, err := w.UnmakeLine(ctx, l)
			if err != nil {
				return false, err
			}
			if !unmade {
				back = importing.Left(l.Row, "in_use")
			}
		case l.Touched:
			back = importing.Left(l.Row, "changed_since")
		default:
			gone = append(gone, l.ObjectID)
		}
		told = append(told, back)
	}
	part := lines[0].Part
	if part == "import_keys" {
		err = w.ForgetKeys(ctx)
	} else {
		err = w.TrashLines(ctx, part, gone)
	}
	if err != nil {
		return false, err
	}
	back, err := writeBack(ctx, w, changed)
	if err != nil {
		return false, err
	}
	if err := w.SaveReverted(ctx, append(told, back...)); err != nil {
		return false, err
	}
	w.Import.NextRow = lines[len(lines)-1].Row
	left, total, err := w.Position(ctx)
	if err != nil {
		return false, err
	}
	w.Import.Progress = encoded(pace.progress(total-left, total))
	return false, w.Save(ctx)
}

// isShared reports whether objects of a part may be used by others than the import's.
func isShared(part string) bool {
	switch part {
	case "locations", "item_conditions", "tags", "series", "collection_types", "custom_field_groups", "custom_fields", "collections", "categories", "sets":
		return true
	}
	return false
}

// writeBack writes the former values of what lines changed, as far as nobody has changed them
// since.
func writeBack(ctx context.Context, w *exchange.ImportWork, lines []exchange.WrittenLine) (told []importing.TakenBack, err error) {
	if len(lines) == 0 {
		return nil, nil
	}
	renamed, err := w.Renamed(ctx)
	if err != nil {
		return nil, err
	}
	plain := make([]importing.Line, len(lines))
	for n, l := range lines {
		plain[n] = l.Line
	}
	present, err := w.PresentLines(ctx, plain)
	if err != nil {
		return nil, err
	}
	var writes []exchange.LineWrite
	changes := map[int64][]importing.Change{}
	for n, l := range lines {
		if present[n].Text == nil {
			told = append(told, importing.Left(l.Row, "changed_since"))
			continue
		}
		wrote := importing.With([]byte(*l.Former), renamed.In(l.Line).Text, l.Changes)
		text, back := importing.LineBack(l.Row, []byte(*l.Former), wrote, present[n].Text, l.Changes)
		told = append(told, back)
		l.Line.Text = text
		writes = append(writes, exchange.LineWrite{Line: l.Line, ObjectID: l.ObjectID})
		changes[l.Row] = importing.Turned(l.Changes)
	}
	if _, err := w.WriteLines(ctx, writes, changes); err != nil {
		return nil, err
	}
	if exchange.HasLate(lines[0].Part) {
		err = w.WriteLate(ctx, writes)
	}
	return told, err
}

// archiveReverted tells what came of it.
func archiveReverted(ctx context.Context, w *exchange.ImportWork) error {
	left, err := w.LeftOf(ctx)
	if err != nil {
		return err
	}
	report, err := w.Outcomes(ctx)
	if err != nil {
		return err
	}
	w.Import.State, w.Import.Report = importing.Reverted, encoded(importing.ToldBack{Report: report, InUse: left, EndedAt: time.Now().Unix()})
	w.Import.Progress = encoded(importing.Progress{Phase: "reverted", Unit: "lines", Done: report.Rows, Total: report.Rows, Percent: 100, RemainingSeconds: new(int64(0))})
	if err := w.Save(ctx); err != nil {
		return err
	}
	return w.Log(ctx, catalog.ImportReverted)
}
