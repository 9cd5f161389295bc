package ledger

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres/internal/engine"
)

// Entries are listed while they can be restored, those with the fewest days left first.
var trash = engine.Resource[catalog.TrashEntry]{
	Table: engine.Table{Name: `trash_entries`, Alias: `t`},
	Columns: `t.id, t.object_type, t.object_id, t.name, t.subtitle, t.counts, t.deleted_by_name, t.deleted_at,
		t.deleted_at + (select trash_retention_days from accounts where id = $1) * interval '1 day' as purges_at`,
	Order: engine.Sorting{{SQL: `t.deleted_at`, Kind: engine.Moment}, {SQL: `t.id`}},
	Entry: engine.Entry{`name`, `object_type`},
}

// restorable is the condition that an entry has days left.
const restorable = `t.deleted_at > now() - (select trash_retention_days from accounts where id = $1) * interval '1 day'`

func Trash(ctx context.Context, r engine.Reader, f catalog.TrashFilter, p catalog.Paging) (catalog.Page[catalog.TrashEntry], error) {
	l := trash.List(r)
	l.And(restorable)
	if f.ObjectType != "" {
		l.And(`t.object_type = ` + l.Arg(f.ObjectType))
	}
	l.Named(f.Search)
	if f.Sort == "-deleted_at" {
		l.Order = l.Order.Reversed()
	}
	l.Capped = l.Capped || f.ObjectType != ""
	return engine.Page[catalog.TrashEntry](ctx, r, p, l)
}

func TrashEntry(ctx context.Context, r engine.Reader, id int64) (catalog.TrashEntry, error) {
	return engine.One[catalog.TrashEntry](ctx, r, trash.Query(trash.Key(trash.Table, []int64{id})+` and `+restorable), r.AccountID(), id)
}

// InTrash are the given entries that can be restored.
func InTrash(ctx context.Context, r engine.Reader, ids []int64) ([]int64, error) {
	found, err := engine.One[struct{ IDs []int64 }](ctx, r, `
		select array(select t.id from (select distinct unnest($2::bigint[]) as id) given
			cross join lateral (select id from trash_entries t where account_id = $1 and id = given.id and `+restorable+` offset 0) t order by t.id) as ids`, r.AccountID(), ids)
	return found.IDs, err
}

// restoration is the result of restoring.
type restoration struct {
	Invalid   bool
	Conflicts catalog.Conflicts
	Dropped   []catalog.Dropped
	Root      catalog.Parents
}

// RestoreTrash restores an entry. Objects that prevent it are returned as Conflicts.
func RestoreTrash(ctx context.Context, w engine.Writer, id int64, in catalog.RestoreInput) (catalog.Restored, error) {
	return restore(ctx, w, `select $2::bigint as id`, id, in.ParentID)
}

// RestoreObject restores an object by its type and id.
func RestoreObject(ctx context.Context, w engine.Writer, in catalog.RestoreObject) (catalog.Restored, error) {
	return restore(ctx, w, `select (select id from trash_entries where account_id = $1 and object_type = $5 and object_id = $2) as id`, *in.ID, catalog.Given[int64]{}, in.Type)
}

func restore(ctx context.Context, w engine.Writer, wanted string, id int64, parent catalog.Given[int64], more ...any) (done catalog.Restored, err error) {
	ctx = engine.AtLength(ctx, w.Edit)
	args := append([]any{w.AccountID(), id, parent.Sent, parent.Value}, more...)
	n := len(args)
	engine.LeavesEntry(w.Edit)
	found, err := engine.Written[struct {
		catalog.TrashEntry
		Told string
	}](ctx, w.Edit, `
		with wanted as (`+wanted+`), entry as materialized (
			select `+trash.Columns+` from trash_entries t join wanted on wanted.id = t.id where t.account_id = $1
		), running as materialized ( -- it still fills the entry
			select i.id, i.name from imports i join entry on entry.object_type = 'import' and entry.object_id = i.id where i.account_id = $1 and i.state = 'reverting' for share of i
		), told as materialized (
			select case when running.id is null then restore_from_trash($1, entry.id, $3, $4)
				else jsonb_build_object('conflicts', jsonb_build_array(jsonb_build_object('reason', 'import_running', 'type', 'import', 'id', running.id::text, 'name', running.name))) end::text as told, entry.*
			from entry left join running on true
		), changed as (
			select object_id as id, object_type, name from told where told::jsonb -> 'conflicts' = '[]'
		), logged as (`+(engine.Note{Parameters: trash.Entry.SQL()}).Insert(n, false)+`) select * from told where told is not null`,
		append(args, engine.SignatureOf(w.Edit)...)...)
	if err != nil {
		return done, err
	}
	var told restoration
	if err := json.Unmarshal([]byte(found.Told), &told); err != nil {
		return done, err
	}
	switch {
	case told.Invalid:
		return done, fault.On("parent_id", "The selected parent id is invalid.")
	case len(told.Conflicts) > 0:
		return done, told.Conflicts
	}
	return catalog.Restored{Entry: found.TrashEntry, Parents: told.Root, Dropped: told.Dropped}, nil
}

// DeleteTrashEntry deletes an entry for good.
func DeleteTrashEntry(ctx context.Context, m engine.Manager, id int64) error {
	ctx = engine.AtLength(ctx, m.Edit)
	return engine.EraseSteps(ctx, m.Edit, engine.Plainly(trash.Entry.SQL()), `
		with entry as materialized (
			select name, object_type from trash_entries t where account_id = $1 and id = $2 and `+restorable+` for update
		), changed as (
			select * from entry where purge_trash($1, array[$2::bigint]) = 1
		)`, m.AccountID(), id)
}

// EmptyTrash deletes all entries for good; there may be none.
func EmptyTrash(ctx context.Context, m engine.Manager) error {
	ctx = engine.AtLength(ctx, m.Edit)
	return engine.EraseSteps(ctx, m.Edit, engine.Plainly(`jsonb_build_object('entries', n)`), `
		with changed as (
			select purge_trash($1, array(select id from trash_entries where account_id = $1)) as n
		)`, m.AccountID())
}

// PurgeTrash deletes the expired trash of one account, and reports whether there was such an account.
// Concurrent workers take different accounts.
func PurgeTrash(ctx context.Context, db *engine.DB) (found bool, err error) {
	ctx = engine.Lasting(ctx)
	err = engine.UnscopedSteps(ctx, db, func(send engine.Sending) ([]engine.Job, error) {
		var account int64
		b := &pgx.Batch{}
		b.Queue(`select set_config('statement_timeout', '10min', true)`)
		b.Queue(`select account_id from trash_due where due_at <= now() order by due_at limit 1 for update skip locked`)
		err := send(ctx, b, func(answers pgx.BatchResults) error {
			if _, err := answers.Exec(); err != nil {
				return err
			}
			return answers.QueryRow().Scan(&account)
		})
		if errors.Is(err, fault.ErrNotFound) || errors.Is(err, pgx.ErrNoRows) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		found = true
		b = &pgx.Batch{}
		b.Queue(engine.ToScope, engine.FormatID(account))
		b.Queue(`select purge_expired_trash($1, 50)`, account)
		return nil, send(ctx, b, func(answers pgx.BatchResults) error { return engine.LastHit(answers, 2) })
	})
	return found, err
}
