// Package exchange holds the SQL of imports, exports, archives and packs.
package exchange

import (
	"context"
	"errors"

	"github.com/riverqueue/river"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/importing"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

// Imports belong to the whole account: keys that are limited to collections see none.
var imports = engine.Resource[importing.Import]{
	Table: engine.Table{Name: `imports`},
	Columns: `id, user_id, user_name, locale, name, encode(sha256, 'hex') as sha256, size, received, format, profile, source, state, collection_id, new_collection, error, asked, options,
		columns, guessed, mapping, blank, plan, plan_number, skip_errors, checked, taken_back, next_row, report, progress, began_at, expires_at, revertible_until, created_at, updated_at`,
	Order: engine.ByID,
	Entry: engine.Named,
}

// Imports lists the imports of files, those that are accepted proposals, or all.
func Imports(ctx context.Context, r engine.Reader, kind string, p catalog.Paging) (catalog.Page[importing.Import], error) {
	return importsSeen(ctx, r, imports, kind, p)
}

// LatestImports lists the imports of files, the last first.
func LatestImports(ctx context.Context, r engine.Reader, p catalog.Paging) (catalog.Page[importing.Import], error) {
	latest := imports
	latest.Order = engine.Sorting{{SQL: `id`, Down: true}}
	return importsSeen(ctx, r, latest, importing.OfFiles, p)
}

func Import(ctx context.Context, r engine.Reader, id int64) (importing.Import, error) {
	args := []any{r.AccountID(), id}
	return engine.One[importing.Import](ctx, r, imports.Query(`account_id = $1 and id = $2 and `+seesImport(r, numbered(&args))), args...)
}

// ImportJob does the next part of the work on an import.
type ImportJob struct {
	AccountID int64 `json:"account_id"`
	ImportID  int64 `json:"import_id"`
}

func (ImportJob) Kind() string { return "import" }

// ExchangeQueue is the queue of imports and exports, which take longer than other jobs.
const ExchangeQueue = "exchange"

func (ImportJob) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: ExchangeQueue} }

// importStep is how long an import is kept without activity.
const importStep = `expires_at = now() + interval '7 days', updated_at = now()`

// CreateImport begins to read a stored file or, without one, to receive its parts. It also returns the
// object in use.
func CreateImport(ctx context.Context, w engine.Writer, in importing.NewImport, file catalog.Stored) (importing.Import, string, error) {
	engine.Unchanged(w.Edit)
	inventory.LimitStorage(w.Edit, file)
	engine.First(w.Edit, engine.OneAtATime, w.AccountID())
	sql, args := engine.Params{
		"object": file.Object, "sum": file.Sum[:], "size": file.Size, "mime_type": file.MimeType, "name": in.Name, "source": in.Source, "collection_id": in.CollectionID,
		"new_collection": in.NewCollection, "asked": in.Asked, "most": importing.MaxUnfinished, "quota": file.Quota, "for_owners": in.IsForOwners(file.Size),
	}.Bind(`
		with room as (
			select (select locale from users where account_id = $1 and id = $2) as locale
			where (`+unfinished+`) < @most and (not @for_owners or `+ownerNow(`$2`)+`)
			  and (@object <> '' or `+announcedFits+`)
			  and (@collection_id::bigint is null or exists (select from collections where account_id = $1 and id = @collection_id))
			  and (@object = '' or not exists (select from imports where account_id = $1 and `+working+`))
		), file as (
			insert into files (account_id, object, sha256, size, mime_type) select $1, @object, @sum, @size, @mime_type from room where @object <> '' `+inventory.SameFile+`
		)
		insert into imports (account_id, user_id, user_name, locale, name, sha256, size, received, file_id, source, state, collection_id, new_collection, asked, expires_at)
		select $1, $2, current_setting('app.user_name'), room.locale, @name, @sum, @size, case when @object = '' then 0 else @size end, file.id, @source,
			case when @object = '' then 'uploading' else 'reading' end, @collection_id, @new_collection, @asked, now() + interval '7 days'
		from room left join file on true returning `+imports.Columns+`, (select object from file) as object`, w.AccountID(), w.UserID())
	type stored struct {
		importing.Import
		Object *string
	}
	job, end := &ImportJob{AccountID: w.AccountID()}, &ImportEnd{AccountID: w.AccountID()}
	w.Enqueue(end)
	if file.Object != "" {
		w.Enqueue(job)
	}
	done, err := engine.WrittenFor(ctx, w.Edit, func(done stored) { job.ImportID, end.ImportID = done.ID, done.ID }, sql, args...)
	switch {
	case errors.Is(err, fault.ErrNotFound):
		return done.Import, "", noRoom(ctx, w, in, file)
	case err != nil:
		return done.Import, "", busy(ctx, w.Reader, err)
	case done.Object == nil:
		return done.Import, "", nil
	}
	return done.Import, *done.Object, nil
}

// unfinished counts the unfinished imports.
const unfinished = `select count(*) from imports where account_id = $1 and state in ('uploading', 'reading', 'ready', 'planning', 'planned', 'applying', 'stopped', 'reverting')
	and (state <> 'stopped' or revertible_until > now())`

// announcedFits is the condition that the account has room for an announced file, counting other
// announced ones, whose parts are not in the quota yet.
var announcedFits = `(` + quotaOf("@quota") + ` = 0 or @size + (select storage_used from accounts where id = $1)
	+ (select coalesce(sum(size), 0) from imports where account_id = $1 and state = 'uploading') <= ` + quotaOf("@quota") + `)`

// noRoom explains why an import was not created.
func noRoom(ctx context.Context, w engine.Writer, in importing.NewImport, file catalog.Stored) error {
	if file.Object != "" {
		if err := inTheWay(ctx, w.Reader, 0); err != nil {
			return err
		}
	}
	if in.CollectionID != nil {
		if _, err := inventory.Collection(ctx, w.Reader, *in.CollectionID); errors.Is(err, fault.ErrNotFound) {
			return fault.On("collection_id", "The selected collection id is invalid.")
		}
	}
	if found, err := engine.One[struct{ Count int64 }](ctx, w.Reader, unfinished, w.AccountID()); err != nil {
		return err
	} else if found.Count < importing.MaxUnfinished {
		if err := mayBring(ctx, w, in, file); err != nil {
			return err
		}
		return engine.Broken["accounts_storage"]
	}
	return fault.On("account", "The account has %d unfinished imports already, which is the most there can be.", importing.MaxUnfinished)
}

// mayBring refuses archives from anybody but owners.
func mayBring(ctx context.Context, w engine.Writer, in importing.NewImport, file catalog.Stored) error {
	if !in.IsForOwners(file.Size) {
		return nil
	}
	_, err := engine.One[struct{ ID int64 }](ctx, w.Reader, `select id from users where account_id = $1 and id = $2 and role = 'owner'`, w.AccountID(), w.UserID())
	if errors.Is(err, fault.ErrNotFound) && file.Size > importing.MaxUpload {
		return importing.ErrSize
	}
	return err
}

// working is the condition that a job works on an import.
const working = `state in ('reading', 'planning', 'applying', 'reverting')`

// busy names the import that is already running.
func busy(ctx context.Context, r engine.Reader, err error) error {
	if !errors.Is(err, engine.ErrImportRunning) {
		return err
	}
	if found := inTheWay(ctx, r, 0); found != nil {
		return found
	}
	return &fault.Unavailable{After: 0, Cause: err} // it is done by now
}

// inTheWay is another running import, nil if there is none.
func inTheWay(ctx context.Context, r engine.Reader, than int64) error {
	found, err := engine.One[struct{ ID int64 }](ctx, r, `select id from imports where account_id = $1 and `+working+` and id <> $2`, r.AccountID(), than)
	switch {
	case errors.Is(err, fault.ErrNotFound):
		return nil
	case err != nil:
		return err
	}
	return importing.Busy{ID: found.ID}
}

// errState refuses an act that the state of an import does not allow.
func errState(state string) error {
	return fault.On("import", "The import is %s, so this cannot be done.", state)
}

// importAct describes an action: the states that allow it, the change, and the work that follows.
type importAct struct {
	set, when string
	work      bool // a job goes on with it
	stops     bool // it may stop an import that is being applied, which is logged
}

// act changes an import in one of some states, and queues the work that follows.
func act(ctx context.Context, w engine.Writer, id int64, s importAct, args ...any) (importing.Import, error) {
	engine.Unchanged(w.Edit)
	engine.First(w.Edit, `select set_config('lock_timeout', '25s', true), set_config('statement_timeout', '25s', true)`) // a chunk of rows may be under way
	args = append([]any{w.AccountID(), id}, args...)
	arg := numbered(&args)
	s.when += ` and ` + seesImport(w.Reader, arg)
	also := ``
	if s.work { // with the rights of the last user who asked
		w.Enqueue(ImportJob{AccountID: w.AccountID(), ImportID: id})
		s.when += ` and not exists (select from imports o where o.account_id = $1 and o.id <> $2 and o.` + working + `)`
		s.set += `, user_name = current_setting('app.user_name'), user_id = ` + arg(w.UserID())
	}
	if s.stops {
		also = `, told as (
			insert into logs (account_id, user_id, user_name, action, parameters, import_id)
			select $1, ` + arg(w.UserID()) + `, current_setting('app.user_name'), '` + string(catalog.ImportStopped) + `', jsonb_build_object('name', name), id from done where state = 'stopped'
		)`
	}
	done, err := engine.Written[importing.Import](engine.Slow(ctx), w.Edit, `
		with done as (
			update imports set `+s.set+`, `+importStep+` where account_id = $1 and id = $2 and `+s.when+` returning `+imports.Columns+`
		)`+also+` select * from done`, args...)
	if errors.Is(err, fault.ErrNotFound) {
		present, missing := Import(ctx, w.Reader, id)
		if missing != nil {
			return done, missing
		}
		if s.work {
			if err := inTheWay(ctx, w.Reader, id); err != nil {
				return present, err
			}
		}
		return present, errState(present.State)
	}
	return done, busy(ctx, w.Reader, err)
}

// MapImport plans an import by a mapping, after reading the file again if the options changed.
func MapImport(ctx context.Context, w engine.Writer, id int64, m importing.Mapping, reread bool) (importing.Import, error) {
	return act(ctx, w, id, importAct{set: `mapping = $3, error = null, progress = null, next_row = 0, checked = false,
			state = case when state = 'reading' then state when $4 then 'reading' else 'planning' end, asked = case when $4 or state = 'reading' then asked || jsonb_build_object('options', $3::jsonb -> 'options', 'mapped', true) else asked end`,
		when: `state in ('reading', 'ready', 'planned')`, work: true}, m, reread)
}

// ApplyImport begins to apply the plan, or resumes where it was stopped.
func ApplyImport(ctx context.Context, w engine.Writer, id int64, in importing.Apply) (importing.Import, error) {
	done, err := act(ctx, w, id, importAct{set: `checked = case state when 'stopped' then checked else false end, next_row = case state when 'stopped' then next_row else 0 end,
			skip_errors = $4, error = null, began_at = coalesce(began_at, now()), state = 'applying'`,
		when: `(state = 'planned' or state = 'stopped' and revertible_until > now()) and not taken_back and plan_number = $3 and ($4 or coalesce((plan ->> 'error')::bigint, 0) = 0 or state = 'stopped')`, work: true}, in.Plan, in.SkipErrors)
	var invalid *fault.Invalid
	if errors.As(err, &invalid) && (done.State == importing.Planned || done.State == importing.Stopped && !done.TakenBack) {
		if done.PlanNumber != in.Plan {
			return done, fault.On("plan", "The plan has the number %d by now.", done.PlanNumber)
		}
		return done, fault.On("skip_errors", "The plan has errors. Rows with errors are left out if you say so.")
	}
	return done, err
}

// CancelImport stops an import: planning is abandoned, applying stops after the current chunk, and an
// import that has written nothing ends.
func CancelImport(ctx context.Context, w engine.Writer, id int64) (importing.Import, error) {
	return act(ctx, w, id, importAct{set: `state = case state when 'planning' then 'ready' when 'applying' then 'stopped' else 'cancelled' end, progress = null,
			file_id = case when state in ('planning', 'applying') then file_id end, revertible_until = case state when 'applying' then now() + interval '30 days' end`,
		when: `state in ('uploading', 'reading', 'ready', 'planning', 'planned', 'applying')`, stops: true})
}

// RevertImport begins to revert an import.
func RevertImport(ctx context.Context, w engine.Writer, id int64) (importing.Import, error) {
	return act(ctx, w, id, importAct{set: `state = 'reverting', next_row = case when taken_back then next_row else 9223372036854775807 end, taken_back = true, error = null, progress = null`,
		when: `state in ('applied', 'stopped') and (revertible_until is null or revertible_until > now())`, work: true})
}

// ImportContent locates the file of an import.
func ImportContent(ctx context.Context, r engine.Reader, id int64) (catalog.Content, error) {
	return engine.One[catalog.Content](ctx, r, `
		select f.object, f.mime_type, i.name as filename, f.size, f.sha256 from imports i join files f on f.account_id = $1 and f.id = i.file_id
		where i.account_id = $1 and i.id = $2`, r.AccountID(), id)
}
