package postgres

import (
	"context"
	"errors"

	"github.com/riverqueue/river"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/importing"
)

// Imports belong to the whole account: keys that are limited to collections see none.
var imports = resource[importing.Import]{
	table: table{name: `imports`},
	columns: `id, user_id, user_name, locale, name, encode(sha256, 'hex') as sha256, size, received, format, profile, source, state, collection_id, new_collection, error, asked, options,
		columns, guessed, mapping, blank, plan, plan_number, skip_errors, checked, taken_back, next_row, report, progress, began_at, expires_at, revertible_until, created_at, updated_at`,
	order: byID,
	entry: named,
}

func (r Reader) Imports(ctx context.Context, p catalog.Paging) (catalog.Page[importing.Import], error) {
	return r.importsSeen(ctx, imports, p)
}

// LatestImports are the same with the last first, as people look for them.
func (r Reader) LatestImports(ctx context.Context, p catalog.Paging) (catalog.Page[importing.Import], error) {
	latest := imports
	latest.order = sorting{{sql: `id`, down: true}}
	return r.importsSeen(ctx, latest, p)
}

func (r Reader) Import(ctx context.Context, id int64) (importing.Import, error) {
	args := []any{r.account, id}
	return one[importing.Import](ctx, r, imports.query(`account_id = $1 and id = $2 and `+r.seesImport(numbered(&args))), args...)
}

// ImportJob is the next part of the work on an import.
type ImportJob struct {
	AccountID int64 `json:"account_id"`
	ImportID  int64 `json:"import_id"`
}

func (ImportJob) Kind() string { return "import" }

// ExchangeQueue is that of imports and exports, which take longer than other jobs.
const ExchangeQueue = "exchange"

func (ImportJob) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: ExchangeQueue} }

// importStep is how long an import is kept without another.
const importStep = `expires_at = now() + interval '7 days', updated_at = now()`

// CreateImport begins to read a file that is in the store, or, if it names none, to receive
// its parts. It also returns the object that keeps the bytes.
func (w Writer) CreateImport(ctx context.Context, in importing.NewImport, file catalog.Stored) (importing.Import, string, error) {
	unchanged(w.change)
	w.limitStorage(file)
	first(w.change, oneAtATime, w.account)
	sql, args := params{
		"object": file.Object, "sum": file.Sum[:], "size": file.Size, "mime_type": file.MimeType, "name": in.Name, "source": in.Source, "collection_id": in.CollectionID,
		"new_collection": in.NewCollection, "asked": in.Asked, "most": importing.MaxUnfinished, "quota": file.Quota, "for_owners": in.IsForOwners(file.Size),
	}.bind(`
		with room as (
			select (select locale from users where account_id = $1 and id = $2) as locale
			where (`+unfinished+`) < @most and (not @for_owners or `+ownerNow(`$2`)+`)
			  and (@object <> '' or `+announcedFits+`)
			  and (@collection_id::bigint is null or exists (select from collections where account_id = $1 and id = @collection_id))
			  and (@object = '' or not exists (select from imports where account_id = $1 and `+working+`))
		), file as (
			insert into files (account_id, object, sha256, size, mime_type) select $1, @object, @sum, @size, @mime_type from room where @object <> '' `+sameFile+`
		)
		insert into imports (account_id, user_id, user_name, locale, name, sha256, size, received, file_id, source, state, collection_id, new_collection, asked, expires_at)
		select $1, $2, current_setting('app.user_name'), room.locale, @name, @sum, @size, case when @object = '' then 0 else @size end, file.id, @source,
			case when @object = '' then 'uploading' else 'reading' end, @collection_id, @new_collection, @asked, now() + interval '7 days'
		from room left join file on true returning `+imports.columns+`, (select object from file) as object`, w.account, w.user)
	type stored struct {
		importing.Import
		Object *string
	}
	job, end := &ImportJob{AccountID: w.account}, &ImportEnd{AccountID: w.account}
	w.Enqueue(end)
	if file.Object != "" {
		w.Enqueue(job)
	}
	done, err := writtenFor(ctx, w.change, func(done stored) { job.ImportID, end.ImportID = done.ID, done.ID }, sql, args...)
	switch {
	case errors.Is(err, fault.ErrNotFound):
		return done.Import, "", w.noRoom(ctx, in, file)
	case err != nil:
		return done.Import, "", w.busy(ctx, err)
	case done.Object == nil:
		return done.Import, "", nil
	}
	return done.Import, *done.Object, nil
}

// unfinished counts the imports that are not over.
const unfinished = `select count(*) from imports where account_id = $1 and state in ('uploading', 'reading', 'ready', 'planning', 'planned', 'applying', 'stopped', 'reverting')
	and (state <> 'stopped' or revertible_until > now())`

// announcedFits is the condition that the account has room for a file that is announced, and
// for those whose parts are coming: they are kept before they are counted.
const announcedFits = `(@quota::bigint = 0 or @size + (select storage_used from accounts where id = $1)
	+ (select coalesce(sum(size), 0) from imports where account_id = $1 and state = 'uploading') <= @quota)`

// noRoom tells why an import was not made.
func (w Writer) noRoom(ctx context.Context, in importing.NewImport, file catalog.Stored) error {
	if file.Object != "" {
		if err := w.inTheWay(ctx, 0); err != nil {
			return err
		}
	}
	if in.CollectionID != nil {
		if _, err := w.Collection(ctx, *in.CollectionID); errors.Is(err, fault.ErrNotFound) {
			return fault.On("collection_id", "The selected collection id is invalid.")
		}
	}
	if found, err := one[struct{ Count int64 }](ctx, w.Reader, unfinished, w.account); err != nil {
		return err
	} else if found.Count < importing.MaxUnfinished {
		if err := w.mayBring(ctx, in, file); err != nil {
			return err
		}
		return broken["accounts_storage"]
	}
	return fault.On("account", "The account has %d unfinished imports already, which is the most there can be.", importing.MaxUnfinished)
}

// mayBring is an error if what is for owners came from somebody else.
func (w Writer) mayBring(ctx context.Context, in importing.NewImport, file catalog.Stored) error {
	if !in.IsForOwners(file.Size) {
		return nil
	}
	_, err := one[struct{ ID int64 }](ctx, w.Reader, `select id from users where account_id = $1 and id = $2 and role = 'owner'`, w.account, w.user)
	if errors.Is(err, fault.ErrNotFound) && file.Size > importing.MaxUpload {
		return importing.ErrSize
	}
	return err
}

// errBusy is a second working import of an account.
var errBusy = errors.New("another import of the account is under way")

// working is the condition that a job works on an import.
const working = `state in ('reading', 'planning', 'applying', 'reverting')`

// busy names the import that came first.
func (r Reader) busy(ctx context.Context, err error) error {
	if !errors.Is(err, errBusy) {
		return err
	}
	if found := r.inTheWay(ctx, 0); found != nil {
		return found
	}
	return &fault.Unavailable{After: 0, Cause: err} // it is done by now
}

// inTheWay is another import that is worked on, nil if there is none.
func (r Reader) inTheWay(ctx context.Context, than int64) error {
	found, err := one[struct{ ID int64 }](ctx, r, `select id from imports where account_id = $1 and `+working+` and id <> $2`, r.account, than)
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

// importAct is what an act does to an import, in which states, and what follows.
type importAct struct {
	set, when string
	work      bool // a job goes on with it
	stops     bool // it may stop what is being applied, which leaves an entry in the log
}

// act changes an import that is in one of some states, and queues the work that follows.
func (w Writer) act(ctx context.Context, id int64, s importAct, args ...any) (importing.Import, error) {
	unchanged(w.change)
	first(w.change, `select set_config('lock_timeout', '25s', true), set_config('statement_timeout', '25s', true)`) // a chunk of rows may be under way
	args = append([]any{w.account, id}, args...)
	arg := numbered(&args)
	s.when += ` and ` + w.seesImport(arg)
	also := ``
	if s.work { // with the right of whoever asked for it last
		w.Enqueue(ImportJob{AccountID: w.account, ImportID: id})
		s.when += ` and not exists (select from imports o where o.account_id = $1 and o.id <> $2 and o.` + working + `)`
		s.set += `, user_name = current_setting('app.user_name'), user_id = ` + arg(w.user)
	}
	if s.stops {
		also = `, told as (
			insert into logs (account_id, user_id, user_name, action, parameters, import_id)
			select $1, ` + arg(w.user) + `, current_setting('app.user_name'), '` + string(catalog.ImportStopped) + `', jsonb_build_object('name', name), id from done where state = 'stopped'
		)`
	}
	done, err := written[importing.Import](slow(ctx), w.change, `
		with done as (
			update imports set `+s.set+`, `+importStep+` where account_id = $1 and id = $2 and `+s.when+` returning `+imports.columns+`
		)`+also+` select * from done`, args...)
	if errors.Is(err, fault.ErrNotFound) {
		present, missing := w.Import(ctx, id)
		if missing != nil {
			return done, missing
		}
		if s.work {
			if err := w.inTheWay(ctx, id); err != nil {
				return present, err
			}
		}
		return present, errState(present.State)
	}
	return done, w.busy(ctx, err)
}

// MapImport plans an import by a mapping, after reading it again if the options ask for it.
func (w Writer) MapImport(ctx context.Context, id int64, m importing.Mapping, reread bool) (importing.Import, error) {
	return w.act(ctx, id, importAct{set: `mapping = $3, error = null, progress = null, next_row = 0, checked = false,
			state = case when state = 'reading' then state when $4 then 'reading' else 'planning' end, asked = case when $4 or state = 'reading' then asked || jsonb_build_object('options', $3::jsonb -> 'options', 'mapped', true) else asked end`,
		when: `state in ('reading', 'ready', 'planned')`, work: true}, m, reread)
}

// ApplyImport begins to write what is planned, or goes on where it was stopped.
func (w Writer) ApplyImport(ctx context.Context, id int64, in importing.Apply) (importing.Import, error) {
	done, err := w.act(ctx, id, importAct{set: `checked = case state when 'stopped' then checked else false end, next_row = case state when 'stopped' then next_row else 0 end,
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

// CancelImport ends what is under way: a plan is given up, an import stops after the chunk
// that is being written, and one that nothing was written of yet is over.
func (w Writer) CancelImport(ctx context.Context, id int64) (importing.Import, error) {
	return w.act(ctx, id, importAct{set: `state = case state when 'planning' then 'ready' when 'applying' then 'stopped' else 'cancelled' end, progress = null,
			file_id = case when state in ('planning', 'applying') then file_id end, revertible_until = case state when 'applying' then now() + interval '30 days' end`,
		when: `state in ('uploading', 'reading', 'ready', 'planning', 'planned', 'applying')`, stops: true})
}

// RevertImport begins to take back what an import wrote.
func (w Writer) RevertImport(ctx context.Context, id int64) (importing.Import, error) {
	return w.act(ctx, id, importAct{set: `state = 'reverting', next_row = case when taken_back then next_row else 9223372036854775807 end, taken_back = true, error = null, progress = null`,
		when: `state in ('applied', 'stopped') and (revertible_until is null or revertible_until > now())`, work: true})
}

// ImportContent locates the file of an import.
func (r Reader) ImportContent(ctx context.Context, id int64) (catalog.Content, error) {
	return one[catalog.Content](ctx, r, `
		select f.object, f.mime_type, i.name as filename, f.size, f.sha256 from imports i join files f on f.account_id = $1 and f.id = i.file_id
		where i.account_id = $1 and i.id = $2`, r.account, id)
}
