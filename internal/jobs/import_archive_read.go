package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"slices"

	"vitrine/internal/importing"
	"vitrine/internal/portable"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/tabular"
)

// archived is an archive of an account.
type archived struct{}

func (archived) unit() string { return "lines" }

// becomeArchive notes that a file was found to be an archive: from now on it needs an owner.
func becomeArchive(ctx context.Context, w *exchange.ImportWork) error {
	w.Import.Format, w.Import.Asked.Format = new(tabular.Archive), tabular.Archive
	return w.Save(ctx)
}

// stage verifies the archive and keeps its lines, in the order in which they are to be written.
func (archived) stage(ctx context.Context, r *run, file io.ReaderAt, size int64) (note func(context.Context, *exchange.ImportWork) error, guessed importing.Mapping, err error) {
	a, found, err := verified(file, size)
	if err != nil {
		return nil, guessed, err
	}
	lines := newStager(r, found.Lines, (*exchange.ImportWork).StageLines)
	base := int64(0)
	for _, p := range portable.Parts {
		turns, err := turnsOf(a, p)
		if err != nil {
			return nil, guessed, err
		}
		err = a.Each(p, func(line int, text []byte) error {
			l := importing.Line{Row: base + turns[line-1], Line: int64(line), Part: p.Name, Text: slices.Clone(text)}
			l.UUID = headOf(text).UUID
			return lines.add(ctx, l, len(text))
		})
		if err == nil {
			err = lines.flush(ctx)
		}
		if err != nil {
			return nil, guessed, err
		}
		base += int64(len(turns))
	}
	guessed = importing.Mapping{Match: importing.Match{Differs: importing.KeepPresent}, Create: importing.CreateAll}
	return func(_ context.Context, w *exchange.ImportWork) error {
		w.Import.Format, w.Import.Source, w.Import.Asked.Format = new(tabular.Archive), "vitrine", tabular.Archive
		return nil
	}, guessed, nil
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
