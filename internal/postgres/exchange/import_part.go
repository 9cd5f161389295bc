package exchange

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/importing"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

// AddImportPart stores the next part of a file. It calls load only if the part is still the next:
// another request may have sent it meanwhile.
func AddImportPart(ctx context.Context, w engine.Writer, id, at int64, load func() ([]byte, error)) (importing.Import, error) {
	engine.Unchanged(w.Edit)
	present, err := Import(ctx, w.Reader, id)
	if err != nil || present.State != importing.Uploading || present.Received != at {
		return misplaced(present, at, err)
	}
	content, err := load()
	if err != nil {
		return present, err
	}
	inventory.LimitStorage(w.Edit, catalog.Stored{})
	return received(ctx, w, id, at, w.Edit, `
		with received as (
			update imports set received = received + length($4::bytea), `+importStep+` where account_id = $1 and id = $2 and state = 'uploading' and received = $3 returning `+imports.Columns+`
		), kept as (
			insert into import_parts (account_id, import_id, at, content) select $1, id, $3, $4 from received
		) select * from received`, w.AccountID(), id, at, content)
}

// EndImportParts begins to read a complete file. It also returns the object in use.
func EndImportParts(ctx context.Context, w engine.Writer, id, at int64, file catalog.Stored) (importing.Import, string, error) {
	engine.Unchanged(w.Edit)
	inventory.LimitStorage(w.Edit, file)
	w.Enqueue(ImportJob{AccountID: w.AccountID(), ImportID: id})
	engine.First(w.Edit, `delete from import_parts where account_id = $1 and import_id = $2 and exists (select from imports where account_id = $1 and id = $2 and state = 'uploading' and received = $3)`, w.AccountID(), id, at)
	done, err := received(ctx, w, id, at, w.Edit, `
		with file as (
			insert into files (account_id, object, sha256, size, mime_type) select $1, $4, $5, $6, $7 from imports where account_id = $1 and id = $2 and state = 'uploading' and received = $3 `+inventory.SameFile+`
		)
		update imports set received = size, file_id = (select id from file), state = 'reading', `+importStep+` where account_id = $1 and id = $2 and exists (select from file) returning `+imports.Columns, w.AccountID(), id, at, file.Object, file.Sum[:], file.Size, file.MimeType)
	if err != nil {
		return done, "", busy(ctx, w.Reader, err)
	}
	content, err := ImportContent(ctx, w.Reader, id)
	return done, content.Object, err
}

// received runs a statement that stores a part, and explains a failure.
func received(ctx context.Context, w engine.Writer, id, at int64, c *engine.Edit, sql string, args ...any) (importing.Import, error) {
	done, err := engine.Written[importing.Import](ctx, c, sql, args...)
	if !errors.Is(err, fault.ErrNotFound) {
		return done, err
	}
	present, err := Import(ctx, w.Reader, id)
	return misplaced(present, at, err)
}

// misplaced is the result for a part that is not the next.
func misplaced(present importing.Import, at int64, err error) (importing.Import, error) {
	switch {
	case err != nil:
		return present, err
	case present.State != importing.Uploading && at < present.Size:
		return present, nil // it was stored before
	case present.State != importing.Uploading:
		return present, errState(present.State)
	case at < present.Received:
		return present, nil
	}
	return present, importing.Gap{Received: present.Received}
}
