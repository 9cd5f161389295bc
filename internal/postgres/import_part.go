package postgres

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/importing"
)

// AddImportPart keeps the next part of a file. Load reads it into memory, if it is the next:
// another request may have brought it meanwhile.
func (w Writer) AddImportPart(ctx context.Context, id, at int64, load func() ([]byte, error)) (importing.Import, error) {
	unchanged(w.change)
	present, err := w.Import(ctx, id)
	if err != nil || present.State != importing.Uploading || present.Received != at {
		return misplaced(present, at, err)
	}
	content, err := load()
	if err != nil {
		return present, err
	}
	w.limitStorage(catalog.Stored{})
	return w.received(ctx, id, at, w.change, `
		with received as (
			update imports set received = received + length($4::bytea), `+importStep+` where account_id = $1 and id = $2 and state = 'uploading' and received = $3 returning `+imports.columns+`
		), kept as (
			insert into import_parts (account_id, import_id, at, content) select $1, id, $3, $4 from received
		) select * from received`, w.account, id, at, content)
}

// EndImportParts begins to read the file whose parts are all there. It also returns the object
// that keeps the bytes.
func (w Writer) EndImportParts(ctx context.Context, id, at int64, file catalog.Stored) (importing.Import, string, error) {
	unchanged(w.change)
	w.limitStorage(file)
	w.Enqueue(ImportJob{AccountID: w.account, ImportID: id})
	first(w.change, `delete from import_parts where account_id = $1 and import_id = $2 and exists (select from imports where account_id = $1 and id = $2 and state = 'uploading' and received = $3)`, w.account, id, at)
	done, err := w.received(ctx, id, at, w.change, `
		with file as (
			insert into files (account_id, object, sha256, size, mime_type) select $1, $4, $5, $6, $7 from imports where account_id = $1 and id = $2 and state = 'uploading' and received = $3 `+sameFile+`
		)
		update imports set received = size, file_id = (select id from file), state = 'reading', `+importStep+` where account_id = $1 and id = $2 and exists (select from file) returning `+imports.columns,
		w.account, id, at, file.Object, file.Sum[:], file.Size, file.MimeType)
	if err != nil {
		return done, "", w.busy(ctx, err)
	}
	content, err := w.ImportContent(ctx, id)
	return done, content.Object, err
}

// received runs a statement that takes a part, and tells why it did not.
func (w Writer) received(ctx context.Context, id, at int64, c *change, sql string, args ...any) (importing.Import, error) {
	done, err := written[importing.Import](ctx, c, sql, args...)
	if !errors.Is(err, fault.ErrNotFound) {
		return done, err
	}
	present, err := w.Import(ctx, id)
	return misplaced(present, at, err)
}

// misplaced tells what became of a part that is not the next.
func misplaced(present importing.Import, at int64, err error) (importing.Import, error) {
	switch {
	case err != nil:
		return present, err
	case present.State != importing.Uploading && at < present.Size:
		return present, nil // it has come already
	case present.State != importing.Uploading:
		return present, errState(present.State)
	case at < present.Received:
		return present, nil
	}
	return present, importing.Gap{Received: present.Received}
}
