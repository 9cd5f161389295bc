package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/importing"
	"vitrine/internal/portable"
	"vitrine/internal/postgres"
)

// archiveFiles brings the files of an archive into the store, before the lines that name them.
type archiveFiles struct {
	importer
	who     postgres.Access
	id      int64
	archive *portable.Archive
	done    func()

	stored  []catalog.Stored  // of the next chunk
	objects []string          // that keep them, once they are named
	kinds   map[string]string // of what was stored, by hash
}

// quotaError is an account without room for the files.
type quotaError struct{ error }

func (e *quotaError) Unwrap() error { return e.error }

func (f *archiveFiles) close() {
	if f.done != nil {
		f.done()
	}
}

// fileOf is the hash of the file that a line names, empty if it names none.
func fileOf(l importing.Line) string {
	if l.Part != "photos" && l.Part != "documents" {
		return ""
	}
	var named struct {
		File *string `json:"file"`
	}
	if json.Unmarshal(l.Text, &named) != nil || named.File == nil {
		return ""
	}
	return *named.File
}

// store puts the files of the next chunk into the store.
func (f *archiveFiles) store(ctx context.Context) error {
	f.stored, f.objects, f.kinds = nil, nil, map[string]string{}
	var hashes []string
	var have map[string]bool
	err := f.db.WorkOnImport(ctx, f.who, f.id, importing.Applying, func(w *postgres.ImportWork) error {
		hashes = nil
		lines, err := w.Lines(ctx, w.Import.NextRow, importing.ChunkRows)
		if err != nil {
			return err
		}
		for _, l := range lines {
			if hash := fileOf(l.Line); hash != "" && (*l.Action == "create" || *l.Action == "update") {
				hashes = append(hashes, hash)
			}
		}
		have, err = w.Have(ctx, hashes)
		return err
	})
	if err != nil || len(hashes) == 0 {
		return err
	}
	if f.archive == nil {
		file, size, done, err := f.open(ctx, f.who, f.id)
		if err != nil {
			return err
		}
		f.done = done
		if f.archive, err = portable.Open(file, size); err != nil {
			return err
		}
	}
	for _, hash := range hashes {
		if have[hash] {
			continue
		}
		have[hash] = true
		if err := f.storeOne(ctx, hash); err != nil {
			return err
		}
	}
	return nil
}

func (f *archiveFiles) storeOne(ctx context.Context, hash string) error {
	from, size, err := f.archive.File(hash)
	if err != nil {
		return err
	}
	defer from.Close()
	received, err := attachment.Receive(from, size)
	if err != nil {
		return err
	}
	defer received.Close()
	kept, err := f.Files.KeepFile(ctx, f.who.AccountID, received)
	if err != nil {
		return err
	}
	f.stored = append(f.stored, kept)
	f.kinds[hash] = kept.MimeType
	return nil
}

// keep names what was stored, in the transaction of the lines.
func (f *archiveFiles) keep(ctx context.Context, w *postgres.ImportWork) (err error) {
	f.objects, err = w.KeepFiles(ctx, f.stored)
	var full *fault.Invalid
	if errors.As(err, &full) {
		return &quotaError{err}
	}
	return err
}

// settle removes what was stored in vain.
func (f *archiveFiles) settle(ctx context.Context, err error) {
	for n, s := range f.stored {
		named := ""
		if err == nil && n < len(f.objects) {
			named = f.objects[n]
		}
		if err != nil {
			f.Files.Settle(ctx, s, "", fault.ErrNotFound)
		} else {
			f.Files.Settle(ctx, s, named, nil)
		}
	}
}

// bad reports whether the file of a line is not of a kind that it may be.
func (f *archiveFiles) bad(l importing.Line) bool {
	kind, stored := f.kinds[fileOf(l)]
	if !stored {
		return false
	}
	return kind == "application/octet-stream" || l.Part == "photos" && !strings.HasPrefix(kind, "image/")
}
