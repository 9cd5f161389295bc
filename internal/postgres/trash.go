package postgres

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

// Entries are listed as long as they can be restored: those with the fewest days left
// first.
var trash = resource[catalog.TrashEntry]{
	table: table{`trash_entries`, `t`},
	columns: `t.id, t.object_type, t.object_id, t.name, t.subtitle, t.counts, t.deleted_by_name, t.deleted_at,
		t.deleted_at + (select trash_retention_days from accounts where id = $1) * interval '1 day' as purges_at`,
	order: sorting{{sql: `t.deleted_at`, kind: moment}, {sql: `t.id`}},
	entry: entry{`name`, `object_type`},
}

// restorable is the condition that an entry has days left.
const restorable = `t.deleted_at > now() - (select trash_retention_days from accounts where id = $1) * interval '1 day'`

func (r Reader) Trash(ctx context.Context, f catalog.TrashFilter, p catalog.Paging) (catalog.Page[catalog.TrashEntry], error) {
	l := trash.list(r)
	l.and(restorable)
	if f.ObjectType != "" {
		l.and(`t.object_type = ` + l.arg(f.ObjectType))
	}
	l.named(f.Search)
	if f.Sort == "-deleted_at" {
		l.order = l.order.reversed()
	}
	l.capped = l.capped || f.ObjectType != ""
	return page[catalog.TrashEntry](ctx, r, p, l)
}

func (r Reader) TrashEntry(ctx context.Context, id int64) (catalog.TrashEntry, error) {
	return one[catalog.TrashEntry](ctx, r, trash.query(trash.key(trash.table, []int64{id})+` and `+restorable), r.account, id)
}

// InTrash are those of some entries that can be restored.
func (r Reader) InTrash(ctx context.Context, ids []int64) ([]int64, error) {
	found, err := one[struct{ IDs []int64 }](ctx, r, `
		select array(select t.id from (select distinct unnest($2::bigint[]) as id) given
			cross join lateral (select id from trash_entries t where account_id = $1 and id = given.id and `+restorable+` offset 0) t order by t.id) as ids`, r.account, ids)
	return found.IDs, err
}

// restoration is what restoring comes to.
type restoration struct {
	Invalid   bool
	Conflicts catalog.Conflicts
	Dropped   []catalog.Dropped
	Root      catalog.Parents
}

// RestoreTrash brings back what an entry holds. What keeps it there is told as Conflicts.
func (w Writer) RestoreTrash(ctx context.Context, id int64, in catalog.RestoreInput) (catalog.Restored, error) {
	return w.restore(ctx, `select $2::bigint as id`, id, in.ParentID)
}

// RestoreObject brings back an object by its type and id.
func (w Writer) RestoreObject(ctx context.Context, in catalog.RestoreObject) (catalog.Restored, error) {
	return w.restore(ctx, `select (select id from trash_entries where account_id = $1 and object_type = $5 and object_id = $2) as id`, *in.ID, catalog.Given[int64]{}, in.Type)
}

func (w Writer) restore(ctx context.Context, wanted string, id int64, parent catalog.Given[int64], more ...any) (done catalog.Restored, err error) {
	ctx = atLength(ctx, w.change)
	args := append([]any{w.account, id, parent.Sent, parent.Value}, more...)
	n := len(args)
	leavesEntry(w.change)
	found, err := written[struct {
		catalog.TrashEntry
		Told string
	}](ctx, w.change, `
		with wanted as (`+wanted+`), entry as materialized (
			select `+trash.columns+` from trash_entries t join wanted on wanted.id = t.id where t.account_id = $1
		), running as materialized ( -- it still fills the entry
			select i.id, i.name from imports i join entry on entry.object_type = 'import' and entry.object_id = i.id where i.account_id = $1 and i.state = 'reverting' for share of i
		), told as materialized (
			select case when running.id is null then restore_from_trash($1, entry.id, $3, $4)
				else jsonb_build_object('conflicts', jsonb_build_array(jsonb_build_object('reason', 'import_running', 'type', 'import', 'id', running.id::text, 'name', running.name))) end::text as told, entry.*
			from entry left join running on true
		), changed as (
			select object_id as id, object_type, name from told where told::jsonb -> 'conflicts' = '[]'
		), logged as (`+(note{parameters: trash.entry.sql()}).insert(n, false)+`) select * from told where told is not null`,
		append(args, signatureOf(w.change)...)...)
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

// DeleteTrashEntry ends an entry for good.
func (m Manager) DeleteTrashEntry(ctx context.Context, id int64) error {
	ctx = atLength(ctx, m.change)
	return eraseSteps(ctx, m.change, plainly(trash.entry.sql()), `
		with entry as materialized (
			select name, object_type from trash_entries t where account_id = $1 and id = $2 and `+restorable+` for update
		), changed as (
			select * from entry where purge_trash($1, array[$2::bigint]) = 1
		)`, m.account, id)
}

// EmptyTrash ends all entries for good; there may be none.
func (m Manager) EmptyTrash(ctx context.Context) error {
	ctx = atLength(ctx, m.change)
	return eraseSteps(ctx, m.change, plainly(`jsonb_build_object('entries', n)`), `
		with changed as (
			select purge_trash($1, array(select id from trash_entries where account_id = $1)) as n
		)`, m.account)
}

// PurgeTrash ends what is due in the trash of one account, and reports whether there was
// an account to look at. Two workers look at two.
func (db *DB) PurgeTrash(ctx context.Context) (found bool, err error) {
	ctx = Lasting(ctx)
	err = unscopedSteps(ctx, db, func(send sending) ([]Job, error) {
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
		b.Queue(toScope, formatID(account))
		b.Queue(`select purge_expired_trash($1, 50)`, account)
		return nil, send(ctx, b, func(answers pgx.BatchResults) error { return lastHit(answers, 2) })
	})
	return found, err
}
