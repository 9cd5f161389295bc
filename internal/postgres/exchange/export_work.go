package exchange

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/postgres/internal/engine"
)

// BeginExport starts the work on an export, and returns its user. It is ErrNotFound if the export is
// deleted or done.
func BeginExport(ctx context.Context, db *engine.DB, account, id int64) (catalog.ExportFile, engine.Access, error) {
	found, err := byService[catalog.ExportFile](ctx, db, account, `
		update exports set state = 'working', updated_at = now() where account_id = $1 and id = $2 and state in ('waiting', 'working') returning `+exports.Columns, account, id)
	who := identity.Actor{AccountID: account, Role: identity.Remember(identity.Owner)} // the role is confirmed by each transaction
	if found.UserID != nil {
		who.UserID = *found.UserID
	}
	return found, engine.ByMember(who), err
}

// ReportExport stores the progress of an export. It is ErrNotFound if that was deleted meanwhile.
func ReportExport(ctx context.Context, db *engine.DB, account, id int64, progress json.RawMessage) error {
	_, err := byService[struct{ ID int64 }](ctx, db, account, `
		update exports set progress = $3, updated_at = now() where account_id = $1 and id = $2 and state = 'working' returning id`, account, id, progress)
	return err
}

// FinishExport publishes the file of an export. It is ErrRefused if the user has lost the right to its
// contents, and ErrNotFound if it was deleted meanwhile.
func FinishExport(ctx context.Context, db *engine.DB, who engine.Access, right identity.Right, id int64, made catalog.Made, progress json.RawMessage) error {
	verified := catalog.Verification{}
	if made.Verification != nil {
		verified = *made.Verification
	}
	sql, args := engine.Params{
		"object": made.Object, "size": made.Size, "sha256": made.Sum[:], "rows": made.Rows, "progress": progress,
		"code_hash": verified.CodeHash, "made_at": verified.MadeAt, "copies": verified.Copies, "entries": verified.Entries,
	}.Bind(`
		with done as (
			update exports set state = 'done', object = @object, size = @size, sha256 = @sha256, rows = @rows, progress = @progress, error = null, expires_at = now() + interval '7 days', updated_at = now()
			where account_id = $1 and id = $2 and state = 'working' returning id
		), verified as (
			insert into verifications (account_id, export_id, code_hash, made_at, copies, entries) select $1, id, @code_hash, @made_at, @copies, @entries from done where @code_hash::bytea is not null
		)
		select id from done`, who.AccountID, id)
	_, err := engine.One[struct{ ID int64 }](ctx, engine.ReaderOf(db.Scope(who), right), sql, args...)
	return err
}

// EndExport marks an export as failed. It runs without a user; whoever started it may be gone.
func EndExport(ctx context.Context, db *engine.DB, account, id int64, why json.RawMessage) error {
	_, err := byService[struct{ ID int64 }](ctx, db, account, `
		update exports set state = 'failed', error = $3, progress = null, updated_at = now() where account_id = $1 and id = $2 and state in ('waiting', 'working') returning id`, account, id, why)
	return err
}

// byService runs a statement as the service itself, for one row or none.
func byService[T any](ctx context.Context, db *engine.DB, account int64, sql string, args ...any) (found T, err error) {
	b := &pgx.Batch{}
	b.Queue(engine.OpenByOperator, engine.FormatID(account), "")
	b.Queue(sql, args...)
	err = engine.Unscoped(ctx, db, b, func(answers pgx.BatchResults) (err error) {
		found, err = engine.Last[T](answers, 2)
		return err
	})
	return found, engine.Translate(err)
}
