package exchange

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/importing"
	"vitrine/internal/postgres/internal/engine"
)

// ImportWork is one transaction of the work on an import. It locks the import's row, so that nobody
// else works on it, and has confirmed the starter's right. Without an import, nothing is locked.
type ImportWork struct {
	engine.Scope
	Reader engine.Reader
	Import importing.Import
}

// workAttempts is how often a chunk that conflicts with other changes is tried.
const workAttempts = 5

// ErrNoWork means that the state of the import does not fit the work.
var ErrNoWork = errors.New("the import has come into another state")

// WorkOnImport runs a part of the work on an import in a state, as its starter. It is ErrRefused if
// they have lost the right.
func WorkOnImport(ctx context.Context, db *engine.DB, who engine.Access, id int64, state string, fn func(*ImportWork) error) error {
	return MakeTogether(ctx, db.Scope(who), func(w *ImportWork) (err error) {
		if w.Import, err = engine.One[importing.Import](ctx, w.Reader, imports.Query(`account_id = $1 and id = $2 for update`), who.AccountID, id); err != nil {
			return err
		}
		if w.Import.State != state {
			return ErrNoWork
		}
		if err := w.run(ctx, `select set_config('app.import_id', $1, true)`, engine.FormatID(id)); err != nil {
			return err
		}
		return fn(w)
	})
}

// MakeTogether creates many objects in one transaction, with the bulk inserts of imports, but without
// an import.
func MakeTogether(ctx context.Context, s engine.Scope, fn func(*ImportWork) error) error {
	return engine.Work(ctx, s, workRight(s.Access), workAttempts, func(s engine.Scope, r engine.Reader) error {
		w := &ImportWork{Scope: s, Reader: r}
		if err := w.run(ctx, `select set_config('enable_seqscan', 'off', true)`); err != nil {
			return err
		}
		if err := w.run(ctx, forgetPlans); err != nil {
			return err
		}
		return fn(w)
	})
}

// forgetPlans makes PostgreSQL plan anew: in a new installation its plans are for empty tables, and an
// import would scan them for each row.
const forgetPlans = `discard plans`

// workRight is the right that the starter of an import needs: archives are for owners.
func workRight(who engine.Access) identity.Right {
	if who.ForOwners() {
		return identity.Oversee
	}
	return identity.Edit
}

// run sends a statement and ignores its rows.
func (w *ImportWork) run(ctx context.Context, sql string, args ...any) error {
	return engine.Ask(ctx, w.Reader, func(b *pgx.Batch) { b.Queue(sql, args...) }, func(answers pgx.BatchResults) error {
		_, err := answers.Exec()
		return err
	})
}

// Save stores the state of the import.
func (w *ImportWork) Save(ctx context.Context) error {
	i := w.Import
	sql, args := engine.Params{
		"format": i.Format, "profile": i.Profile, "source": i.Source, "state": i.State, "collection_id": i.CollectionID, "error": i.Error, "options": i.Options,
		"columns": i.Columns, "mapping": i.Mapping, "blank": i.Blank, "plan": i.Plan, "plan_number": i.PlanNumber, "checked": i.Checked, "next_row": i.NextRow,
		"report": i.Report, "progress": i.Progress, "revertible_until": i.RevertibleUntil, "asked": i.Asked, "guessed": i.Guessed,
	}.Bind(`
		update imports set format = @format, profile = @profile, source = @source, state = @state, collection_id = @collection_id, error = @error,
			options = @options, columns = @columns, mapping = @mapping, blank = @blank, plan = @plan,
			plan_number = @plan_number, checked = @checked, next_row = @next_row, report = @report, progress = @progress, revertible_until = @revertible_until, asked = @asked, guessed = @guessed,
			file_id = case when @state in ('applied', 'reverted') then null else file_id end, `+importStep+`
		where account_id = $1 and id = $2`, w.AccountID, i.ID)
	return w.run(ctx, sql, args...)
}

// Log adds a log entry about the import itself.
func (w *ImportWork) Log(ctx context.Context, action catalog.Action) error {
	return w.run(ctx, `insert into logs (account_id, user_id, user_name, action, parameters) values ($1, $2, current_setting('app.user_name'), $3, jsonb_build_object('name', $4::text))`,
		w.AccountID, w.UserID, string(action), w.Import.Name)
}

// EndImport stops an import because its starter has lost the right or it keeps failing. It runs
// without a user; whoever started it may be gone.
func EndImport(ctx context.Context, db *engine.DB, account, id int64, why importing.Failure) error {
	b := &pgx.Batch{}
	b.Queue(engine.OpenByOperator, engine.FormatID(account), "")
	b.Queue(`
		with ended as (
			update imports set error = $3, progress = null, updated_at = now(), revertible_until = case when state = 'applying' then now() + interval '30 days' else revertible_until end,
				file_id = case when state <> 'reading' then file_id end, state = case state when 'applying' then 'stopped' when 'planning' then 'ready' when 'reading' then 'failed' else 'stopped' end
			where account_id = $1 and id = $2 and state in ('reading', 'planning', 'applying', 'reverting') returning user_id, user_name, name, state
		)
		insert into logs (account_id, user_id, user_name, action, parameters, import_id)
		select $1, coalesce(user_id, 0), user_name, $4, jsonb_build_object('name', name), $2 from ended where state = 'stopped'`, account, id, why, string(catalog.ImportStopped))
	return engine.Unscoped(ctx, db, b, func(answers pgx.BatchResults) error {
		for range 2 {
			if _, err := answers.Exec(); err != nil {
				return err
			}
		}
		return nil
	})
}

// Starter returns who started an import, its state, and whether it is of an archive. It is ErrNotFound
// if the import is gone.
func Starter(ctx context.Context, db *engine.DB, account, id int64) (state string, archive bool, who engine.Access, err error) {
	reader, err := db.Scope(engine.ByOperator(identity.Actor{AccountID: account})).View(identity.View)
	if err != nil {
		return "", false, who, err
	}
	found, err := engine.One[struct {
		State   string
		UserID  int64
		Archive bool
	}](ctx, reader, `select state, coalesce(user_id, 0) as user_id, `+isArchive+` as archive from imports where account_id = $1 and id = $2`, account, id)
	starter := identity.Actor{AccountID: account, UserID: found.UserID, Role: identity.Remember(identity.Owner)} // each transaction asks for the role
	if who = engine.ByMember(starter); found.Archive {
		who = engine.ByOwner(starter)
	}
	return found.State, found.Archive, who, err
}

// DeadJob is a job that may have killed its processes.
type DeadJob struct {
	ID        int64
	Kind      string
	AccountID int64
	ImportID  int64
	ExportID  int64
}

const silentJobs = ` from river_job where queue = 'exchange' and state = 'running' and attempted_at < now() - $1::interval`

// RescueImports frees jobs whose process is dead, because they were silent for too long. Jobs with too
// many attempts are returned instead: the caller ends their imports or exports, then buries them.
func RescueImports(ctx context.Context, db *engine.DB, after time.Duration, attempts int) (dead []DeadJob, err error) {
	b := &pgx.Batch{}
	b.Queue(`update river_job set state = 'available', scheduled_at = now() where id in (select id`+silentJobs+` and attempt < $2)`, after, attempts)
	b.Queue(`select id, kind, (args ->> 'account_id')::bigint as account_id, coalesce((args ->> 'import_id')::bigint, 0) as import_id, coalesce((args ->> 'export_id')::bigint, 0) as export_id`+
		silentJobs+` and attempt >= $2`, after, attempts)
	err = engine.Unscoped(ctx, db, b, func(answers pgx.BatchResults) error {
		if _, err := answers.Exec(); err != nil {
			return err
		}
		rows, err := answers.Query()
		if err != nil {
			return err
		}
		dead, err = pgx.CollectRows(rows, pgx.RowToStructByName[DeadJob])
		return err
	})
	return dead, err
}

// BuryJob discards a job.
func BuryJob(ctx context.Context, db *engine.DB, id int64) error {
	b := &pgx.Batch{}
	b.Queue(`update river_job set state = 'discarded', finalized_at = now() where id = $1 and state = 'running'`, id)
	return engine.Unscoped(ctx, db, b, func(answers pgx.BatchResults) error { _, err := answers.Exec(); return err })
}

// TouchJob shows that a job is alive.
func TouchJob(ctx context.Context, db *engine.DB, id int64) error {
	b := &pgx.Batch{}
	b.Queue(`update river_job set attempted_at = now() where id = $1 and state = 'running'`, id)
	return engine.Unscoped(ctx, db, b, func(answers pgx.BatchResults) error { _, err := answers.Exec(); return err })
}

// ImportFile locates the file of an import, for the work on it.
func ImportFile(ctx context.Context, db *engine.DB, who engine.Access, id int64) (catalog.Content, error) {
	return ImportContent(ctx, engine.ReaderOf(db.Scope(who), workRight(who)), id)
}

// Position returns how many rows are done, and how many there are.
func (w *ImportWork) Position(ctx context.Context) (done, total int64, err error) {
	found, err := engine.One[struct{ Done, Total int64 }](ctx, w.Reader, `
		select count(*) filter (where row <= $3) as done, count(*) as total from import_rows where account_id = $1 and import_id = $2`, w.AccountID, w.Import.ID, w.Import.NextRow)
	return found.Done, found.Total, err
}

// Outcomes counts the results of rows.
func (w *ImportWork) Outcomes(ctx context.Context) (importing.Report, error) {
	return engine.One[importing.Report](ctx, w.Reader, `
		select count(*) as rows, count(*) filter (where status = 'done') as done, count(*) filter (where status = 'done' and action = 'create') as "create",
			count(*) filter (where status = 'done' and action = 'update') as "update", count(*) filter (where action = 'unchanged') as unchanged, count(*) filter (where action = 'skip') as skip,
			count(*) filter (where action = 'error') as error, count(*) filter (where status = 'conflict') as conflict,
			count(*) filter (where status = 'left') as "left", count(*) filter (where status = 'undone') as undone,
			(select coalesce(jsonb_object_agg(kind, n), '{}') from (select m ->> 'kind' as kind, count(*) as n from imports i, jsonb_array_elements(i.made) m where i.account_id = $1 and i.id = $2 group by 1) made)
				|| jsonb_build_object('items', count(*) filter (where item_made), 'copies', count(*) filter (where copy_made)) as made
		from import_rows where account_id = $1 and import_id = $2`, w.AccountID, w.Import.ID)
}

// Link gives a collection a type.
func (w *ImportWork) Link(ctx context.Context, collection, kind int64) error {
	return w.run(ctx, `
		insert into collection_type_links (account_id, collection_id, collection_type_id) select $1, $2, id from collection_types where account_id = $1 and id = $3
		on conflict do nothing`, w.AccountID, collection, kind)
}

// errGone is an import whose collection is gone.
var errGone = fault.On("collection_id", "The collection is gone.")
