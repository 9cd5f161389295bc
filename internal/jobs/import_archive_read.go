package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"slices"

	"vitrine/internal/importing"
	"vitrine/internal/portable"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/tabular"
)

// beginArchive notes that a file was found to be an archive: from now on it needs an owner.
func (i importer) beginArchive(ctx context.Context, who postgres.Access, id int64) error {
	return exchange.WorkOnImport(ctx, i.db, who, id, importing.Reading, func(w *exchange.ImportWork) error {
		w.Import.Format, w.Import.Asked.Format = new(tabular.Archive), tabular.Archive
		return w.Save(ctx)
	})
}

// readArchive verifies an archive and stages its lines.
func (i importer) readArchive(ctx context.Context, who postgres.Access, id int64) error {
	if err := exchange.WorkOnImport(ctx, i.db, who, id, importing.Reading, func(w *exchange.ImportWork) error { return w.Unstage(ctx) }); err != nil {
		return err
	}
	file, size, done, err := i.open(ctx, who, id)
	if err != nil {
		return err
	}
	defer done()
	a, found, err := verified(file, size)
	if err != nil {
		return err
	}
	if err := i.stageLines(ctx, who, id, a, found.Lines); err != nil {
		return err
	}
	return exchange.WorkOnImport(ctx, i.db, who, id, importing.Reading, func(w *exchange.ImportWork) error {
		guessed := importing.Mapping{Match: importing.Match{Differs: importing.KeepPresent}, Create: importing.CreateAll}
		w.Import.Format, w.Import.Source, w.Import.Asked.Format = new(tabular.Archive), "vitrine", tabular.Archive
		w.Import.State, w.Import.Guessed, w.Import.Progress = importing.Ready, &guessed, nil
		if w.Import.Asked.Mapped {
			mapping := w.Import.Mapping.Over(guessed)
			w.Import.Mapping, w.Import.State, w.Import.Asked.Mapped = &mapping, importing.Planning, false
		} else {
			w.Import.Mapping = &guessed
		}
		return w.Save(ctx)
	})
}

// verified opens an archive that is whole.
func verified(file io.ReaderAt, size int64) (*portable.Archive, portable.Verified, error) {
	found, err := portable.Verify(file, size)
	if err != nil {
		return nil, found, err
	}
	if code, message := found.Failure(); code != "" {
		return nil, found, &tabular.Failed{Code: code, Message: message}
	}
	a, err := portable.Open(file, size)
	return a, found, err
}

// stageLines keeps all lines, in the order in which they are to be written.
func (i importer) stageLines(ctx context.Context, who postgres.Access, id int64, a *portable.Archive, total int64) error {
	pace := newPace("reading", 0)
	pace.unit = "lines"
	staged := int64(0)
	var lines []importing.Line
	flush := func() error {
		if len(lines) == 0 {
			return nil
		}
		if i.told() {
			return errHandOver
		}
		staged += int64(len(lines))
		err := exchange.WorkOnImport(ctx, i.db, who, id, importing.Reading, func(w *exchange.ImportWork) error {
			if err := w.StageLines(ctx, lines); err != nil {
				return err
			}
			w.Import.Progress = encoded(pace.progress(staged, total))
			return w.Save(ctx)
		})
		lines = lines[:0]
		return err
	}
	base := int64(0)
	for _, p := range portable.Parts {
		turns, err := turnsOf(a, p)
		if err != nil {
			return err
		}
		size := 0
		err = a.Each(p, func(line int, text []byte) error {
			l := importing.Line{Row: base + turns[line-1], Line: int64(line), Part: p.Name, Text: slices.Clone(text)}
			l.UUID = headOf(text).UUID
			lines = append(lines, l)
			if size += len(text); len(lines) == stageRows || size > stageBytes {
				size = 0
				return flush()
			}
			return nil
		})
		if err == nil {
			err = flush()
		}
		if err != nil {
			return err
		}
		base += int64(len(turns))
	}
	return nil
}

// stageBytes limits what is staged in a transaction.
const stageBytes = 8 << 20

// head is what the order of lines depends on.
type head struct {
	UUID       string  `json:"uuid"`
	ParentUUID *string `json:"parent_uuid"`
	CreatedAt  string  `json:"created_at"`
}

func headOf(text []byte) (h head) {
	_ = json.Unmarshal(text, &h) // it was verified
	return h
}

// turnsOf tells when each line of a part is written, from 1: parents before what lies in
// them, and then as they were made, so that ids have the order that they had.
func turnsOf(a *portable.Archive, p portable.Part) ([]int64, error) {
	type place struct {
		line, depth int
		made        int64
	}
	var places []place
	parents := map[string]string{}
	err := a.Each(p, func(line int, text []byte) error {
		h := headOf(text)
		if h.ParentUUID != nil && p.IsTree() {
			parents[h.UUID] = *h.ParentUUID
		}
		made := int64(0)
		if h.CreatedAt != "" {
			t, err := portable.Moment(h.CreatedAt)
			if err != nil {
				return err
			}
			made = t.UnixMicro()
		}
		places = append(places, place{line: line, made: made})
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(parents) > 0 {
		depths := map[string]int{}
		err = a.Each(p, func(line int, text []byte) error {
			places[line-1].depth = depthOf(headOf(text).UUID, parents, depths)
			return nil
		})
	}
	slices.SortStableFunc(places, func(x, y place) int {
		return cmp.Or(cmp.Compare(x.depth, y.depth), cmp.Compare(x.made, y.made), cmp.Compare(x.line, y.line))
	})
	turns := make([]int64, len(places))
	for n, at := range places {
		turns[at.line-1] = int64(n + 1)
	}
	return turns, err
}

// depthOf is in how many others something lies, which is looked up once for each: a tree may
// be a single branch.
func depthOf(id string, parents map[string]string, known map[string]int) int {
	var way []string
	at := id
	for known[at] == 0 && parents[at] != "" { // there are no circles
		way = append(way, at)
		at = parents[at]
	}
	depth := known[at]
	for _, within := range slices.Backward(way) {
		depth++
		known[within] = depth
	}
	return depth
}
