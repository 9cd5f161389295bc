package exchange

import (
	"context"
	"errors"

	"github.com/riverqueue/river"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

// Exports belong to the whole account: keys that are limited to collections see none.
var exports = engine.Resource[catalog.ExportFile]{
	Table: engine.Table{Name: `exports`},
	Columns: `id, user_id, user_name, kind, name, mime_type, case when state = 'done' and expires_at <= now() then 'expired' else state end as state,
		asked, work, size, encode(sha256, 'hex') as sha256, rows, progress, error, expires_at, created_at, updated_at`,
	Order: engine.ByID.Reversed(),
	Entry: engine.Named,
}

// seenExport is the condition that the user $2 sees an export: their own, or all as an owner.
const seenExport = `(user_id = $2 and kind <> 'archive' or ` + inventory.RoleOfUser + ` = 'owner')`

// ExportJob makes the file of an export.
type ExportJob struct {
	AccountID int64 `json:"account_id"`
	ExportID  int64 `json:"export_id"`
}

func (ExportJob) Kind() string { return "export" }

func (ExportJob) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: ExchangeQueue} }

// Exports lists the exports that the user sees, newest first.
func Exports(ctx context.Context, r engine.Reader, p catalog.Paging) (catalog.Page[catalog.ExportFile], error) {
	l := exports.List(r)
	l.Arg(r.UserID())
	l.And(seenExport)
	return engine.Page[catalog.ExportFile](ctx, r, p, l)
}

func Export(ctx context.Context, r engine.Reader, id int64) (catalog.ExportFile, error) {
	return engine.One[catalog.ExportFile](ctx, r, exports.Query(`account_id = $1 and id = $3 and `+seenExport), r.AccountID(), r.UserID(), id)
}

// exportFile locates the bytes of the export $3.
const exportFile = `select object, mime_type, name as filename, size, sha256 from exports where account_id = $1 and id = $3 and state = 'done' and expires_at > now() and ` + seenExport

// ExportContent locates the file of an export.
func ExportContent(ctx context.Context, r engine.Reader, id int64) (catalog.Content, error) {
	return engine.One[catalog.Content](ctx, r, exportFile, r.AccountID(), r.UserID(), id)
}

// ExportTaken logs a download.
func ExportTaken(ctx context.Context, f engine.Fetcher, id int64) error {
	_, err := engine.Apply[catalog.Content](ctx, f.Edit, engine.Plainly(`jsonb_build_object('name', filename)`), exportFile, f.AccountID(), f.UserID(), id)
	return err
}

const (
	// keptExports are the exports of the user $3 that have a file, or will.
	keptExports = `from exports where account_id = $1 and user_id = $3 and (state in ('waiting', 'working') or state = 'done' and expires_at > now())`

	// keptExportsLike counts those of the same sort as the kind $2: lists, or anything else.
	keptExportsLike = `select count(*) ` + keptExports + ` and (kind = 'list') = ($2::text = 'list')`

	// keptExportBytes are how large they are together.
	keptExportBytes = `select coalesce(sum(size), 0) ` + keptExports

	// workingExport is the archive or pack that is made for the user $3.
	workingExport = `select id from exports where account_id = $1 and user_id = $3 and kind <> 'list' and state in ('waiting', 'working')`
)

func mostExports(kind string) int64 {
	if kind == catalog.ExportList {
		return catalog.MaxListsKept
	}
	return catalog.MaxArchivesKept
}

// CreateExport requests a file, unless the kept files of the user exceed the quota; 0 means no limit.
// Archives are ErrNotFound unless an owner asks.
func CreateExport(ctx context.Context, o engine.Own, in catalog.NewExport, quota int64) (made catalog.ExportFile, err error) {
	engine.First(o.Edit, engine.OneAtATime, o.AccountID())
	job := &ExportJob{AccountID: o.AccountID()}
	o.Enqueue(job)
	sql, args := engine.WithEntry(o.Edit, exports.Note(), `
		with changed as (
			insert into exports (account_id, user_id, user_name, kind, name, mime_type, asked, work)
			select $1, $3, current_setting('app.user_name'), $2, $4, $5, $6, $7
			where ($2 <> 'archive' or (select role from users where account_id = $1 and id = $3) = 'owner') and (`+keptExportsLike+`) < $8
			  and ($2 = 'list' or not exists (`+workingExport+`)) and (`+quotaOf("$9")+` = 0 or (`+keptExportBytes+`) < `+quotaOf("$9")+`)
			returning `+exports.Columns+`
		)`, []any{o.AccountID(), in.Kind, o.UserID(), in.Name, in.MimeType, in.Asked, in.Work, mostExports(in.Kind), quota})
	made, err = engine.WrittenFor(ctx, o.Edit, func(made catalog.ExportFile) { job.ExportID = made.ID }, sql, args...)
	if errors.Is(err, fault.ErrNotFound) || errors.Is(err, engine.ErrExportRunning) {
		err = mayNotExport(ctx, o.Reader, in.Kind, quota)
	}
	return made, err
}

// mayNotExport explains why an export was refused.
func mayNotExport(ctx context.Context, r engine.Reader, kind string, quota int64) error {
	found, err := engine.One[struct {
		Kept, Bytes, Quota int64
		Working            *int64
	}](ctx, r, `select (`+keptExportsLike+`) as kept, (`+keptExportBytes+`)::bigint as bytes, (`+workingExport+`) as working, `+quotaOf("$4")+` as quota`, r.AccountID(), kind, r.UserID(), quota)
	switch {
	case err != nil:
		return err
	case kind != catalog.ExportList && found.Working != nil:
		return catalog.ExportUnderWay{ID: *found.Working}
	case found.Kept >= mostExports(kind):
		return fault.On("account", "You keep %d exports of this kind already, which is the most there can be. Delete one.", mostExports(kind))
	case found.Quota > 0 && found.Bytes >= found.Quota:
		return fault.On("account", "The exports that you keep fill all the room there is for them. Delete one.")
	}
	return fault.ErrNotFound
}

// DeleteExport removes an export, and stops the work on it. It returns the object to delete.
func DeleteExport(ctx context.Context, o engine.Own, id int64) (object string, err error) {
	gone, err := engine.Apply[struct {
		Name   string
		Object *string
	}](ctx, o.Edit, exports.Note(), `delete from exports where account_id = $1 and id = $3 and `+seenExport+` returning name, object`, o.AccountID(), o.UserID(), id)
	if gone.Object != nil {
		object = *gone.Object
	}
	return object, err
}
