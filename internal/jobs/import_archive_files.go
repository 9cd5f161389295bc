package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/importing"
	"vitrine/internal/portable"
	"vitrine/internal/postgres/exchange"
)

// archiveFiles brings the files of an archive into the store, before the lines that name them.
type archiveFiles struct {
	*run
	archive *portable.Archive
	done    func()

	stored  []catalog.Stored    // of the next chunk
	objects []string            // that keep them, once they are named
	found   map[string]fileSeen // what its lines name, by part and hash
}

// fileSeen is what the bytes of a file are, whatever a line says of them.
type fileSeen struct {
	MimeType string `json:"mime_type"`
	Size     int64  `json:"size"`
	Width    int64  `json:"width"`
	Height   int64  `json:"height"`
	refused  bool
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
	f.stored, f.objects, f.found = nil, nil, map[string]fileSeen{}
	var lines []exchange.StagedLine
	have := map[string]bool{}
	err := f.in(ctx, importing.Applying, func(w *exchange.ImportWork) error {
		all, err := w.Lines(ctx, w.Import.NextRow, importing.ChunkRows)
		if err != nil {
			return err
		}
		lines = slices.DeleteFunc(all, func(l exchange.StagedLine) bool {
			return fileOf(l.Line) == "" || *l.Action != "create" && *l.Action != "update"
		})
		hashes := make([]string, len(lines))
		for n, l := range lines {
			hashes[n] = fileOf(l.Line)
		}
		have, err = w.Have(ctx, hashes)
		return err
	})
	if err != nil || len(lines) == 0 {
		return err
	}
	if f.archive == nil {
		file, size, done, err := f.open(ctx)
		if err != nil {
			return err
		}
		f.done = done
		if f.archive, err = portable.Open(file, size); err != nil {
			return err
		}
	}
	for _, l := range lines {
		if _, looked := f.found[usedAs(l.Line)]; looked {
			continue
		}
		if err := f.storeOne(ctx, l.Line, have); err != nil {
			return err
		}
	}
	return nil
}

// usedAs is what a line names a file as.
func usedAs(l importing.Line) string { return l.Part + " " + fileOf(l) }

// storeOne looks at a file as at one that is uploaded, and stores it if the account does not
// have it. Its bytes stay as they are. What would be refused is not stored.
func (f *archiveFiles) storeOne(ctx context.Context, l importing.Line, have map[string]bool) error {
	hash := fileOf(l)
	from, size, err := f.archive.File(hash)
	if err != nil {
		return err
	}
	defer from.Close()
	if size > max(attachment.MaxPhoto, attachment.MaxDocument) {
		f.found[usedAs(l)] = fileSeen{refused: true}
		return nil
	}
	received, err := attachment.Receive(ctx, from, size)
	if err != nil {
		return err
	}
	defer received.Close()
	seen, err := f.lookAt(ctx, l, received)
	if err != nil {
		return err
	}
	f.found[usedAs(l)] = seen
	if seen.refused || have[hash] {
		return nil
	}
	kept, err := f.Files.KeepAsIs(ctx, f.who.AccountID, received, seen.MimeType)
	if err != nil {
		return err
	}
	have[hash] = true
	f.stored = append(f.stored, kept)
	return nil
}

// lookAt tells what the bytes are that a line names.
func (f *archiveFiles) lookAt(ctx context.Context, l importing.Line, received *attachment.Received) (seen fileSeen, err error) {
	seen.Size = received.Size
	if l.Part == "photos" {
		p, failed := f.Files.LookAtPhoto(ctx, received)
		seen.MimeType, seen.Width, seen.Height, err = p.Kind, int64(p.Width), int64(p.Height), failed
	} else {
		seen.MimeType, err = f.Files.LookAtDocument(received)
	}
	var refused *fault.Invalid
	if seen.refused = errors.As(err, &refused); seen.refused {
		err = nil
	}
	return seen, err
}

// keep names what was stored, in the transaction of the lines.
func (f *archiveFiles) keep(ctx context.Context, w *exchange.ImportWork) (err error) {
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

// bad reports whether the file of a line is none that could be uploaded, or another one than
// the line of a photo says.
func (f *archiveFiles) bad(l importing.Line) bool {
	seen, looked := f.found[usedAs(l)]
	if !looked || seen.refused || l.Part != "photos" {
		return seen.refused
	}
	var says fileSeen
	return json.Unmarshal(l.Text, &says) != nil || says != seen
}
