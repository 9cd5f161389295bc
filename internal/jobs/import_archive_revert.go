package jobs

import (
	"context"

	"vitrine/internal/importing"
	"vitrine/internal/postgres/exchange"
)

// takeBack takes records before their copies, items before their collections, and at last what
// they were sorted by.
func (archived) takeBack(ctx context.Context, w *exchange.ImportWork) (reverted []importing.TakenBack, last int64, err error) {
	lines, err := w.WrittenLines(ctx, w.Import.NextRow, importing.ChunkRows)
	if err != nil || len(lines) == 0 {
		return nil, 0, err
	}
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
				return nil, 0, err
			}
			if !unmade {
				back = importing.Left(l.Row, "in_use")
			}
		case l.Touched:
			back = importing.Left(l.Row, "changed_since")
		default:
			gone = append(gone, l.ObjectID)
		}
		reverted = append(reverted, back)
	}
	part := lines[0].Part
	if part == "import_keys" {
		err = w.ForgetKeys(ctx)
	} else {
		err = w.TrashLines(ctx, part, gone)
	}
	if err != nil {
		return nil, 0, err
	}
	back, err := writeBack(ctx, w, changed)
	return append(reverted, back...), lines[len(lines)-1].Row, err
}

// isShared reports whether objects of a part may be used by others than the import's.
func isShared(part string) bool {
	switch part {
	case "locations", "item_conditions", "tags", "series", "collection_types", "custom_field_groups", "custom_fields", "collections", "categories", "sets", "policies":
		return true
	}
	return false
}

// writeBack writes the former values of what lines changed, as far as nobody has changed them
// since.
func writeBack(ctx context.Context, w *exchange.ImportWork, lines []exchange.WrittenLine) (reverted []importing.TakenBack, err error) {
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
			reverted = append(reverted, importing.Left(l.Row, "changed_since"))
			continue
		}
		wrote := importing.With([]byte(*l.Former), renamed.In(l.Line).Text, l.Changes)
		text, back := importing.LineBack(l.Row, []byte(*l.Former), wrote, present[n].Text, l.Changes)
		reverted = append(reverted, back)
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
	return reverted, err
}

// unmake has nothing to do: shared objects went with their lines.
func (archived) unmake(ctx context.Context, w *exchange.ImportWork) (map[string]int64, error) {
	return w.LeftOf(ctx)
}
