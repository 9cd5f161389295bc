package jobs

import (
	"cmp"
	"context"
	"encoding/json"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/portable"
	"vitrine/internal/postgres/exchange"
)

// writeArchive writes all of an account: its objects as they are at one moment, then its
// files, which are pinned meanwhile.
func (e exporter) writeArchive(ctx context.Context, m *making) (lines int64, err error) {
	var asked struct {
		WithoutFiles bool `json:"without_files"`
	}
	if err := json.Unmarshal(m.Asked, &asked); err != nil {
		return 0, err
	}
	w := portable.NewWriter(m.to)
	bytes, err := exchange.ArchiveBytes(ctx, m.reader, !asked.WithoutFiles)
	if err == nil {
		err = attachment.Fits(ctx, bytes)
	}
	if err != nil {
		return 0, err
	}
	of, err := exchange.ReadArchive(ctx, m.reader, !asked.WithoutFiles, func(p portable.Part, rows int64, each func(func([]any) error) error) error {
		var done int64
		return w.Part(p, func(add func([]any) error) error {
			return each(func(values []any) error {
				lines, done = lines+1, done+1
				m.report(p.Name, "lines", done, rows)
				return add(values)
			})
		})
	})
	if err != nil {
		return lines, err
	}
	for i, f := range of.Files {
		m.report("files", "files", int64(i), int64(len(of.Files)))
		if err := e.addFile(ctx, w, f.Hash, catalog.Content{Object: f.Object, Size: f.Size}); err != nil {
			return lines, err
		}
	}
	return lines, w.Close(portable.Account{Name: of.Name, UUID: of.UUID}, "vitrine "+cmp.Or(e.Version, "dev"), e.Now())
}

func (e exporter) addFile(ctx context.Context, w *portable.Writer, hash string, c catalog.Content) error {
	from, err := e.Files.Open(ctx, c, 0)
	if err != nil {
		return err
	}
	defer from.Close()
	return w.File(hash, from)
}
