// Package ledger holds the SQL of the history of copies and accounts: loans, valuations, transactions,
// insurance, stays, the log, timelines and the trash.
package ledger

import (
	"context"
	"strings"

	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

// Records of a copy change the copy itself. A change of a record therefore locks the copy first, and
// writes its log entry, which includes the changes of the copy, last.

// lockCopy locks a copy and stores its state in a setting. It writes the row for the reason given at
// OneAtATime.
var lockCopy = `
	with locked as (
		update copies c set note = note where account_id = $1 and id = $2 returning ` + inventory.CopyTable.Columns() + `
	) select set_config('app.object', '', true), set_config('app.copy', coalesce((select ` + inventory.CopyTable.Audited().Remembered(`locked`) + ` from locked), ''), true)`

// notedChange stores the changed record, and the columns that the entry shows, in settings.
func notedChange[T any](k engine.Resource[T], sql string) string {
	return `with changed as (` + sql + ` returning ` + strings.Join(append([]string{`id`}, k.Entry...), `, `) + `)
		select set_config('app.object', id::text, true), set_config('app.parameters', ` + k.Entry.SQL() + `::text, true) from changed`
}

// changedRecord is the record stored by notedChange, null if there was none.
const changedRecord = `nullif(current_setting('app.object', true), '')::bigint`

// judge sets the condition of the copy from the changed record, unless a later record has set another.
func judge(c *engine.Edit, copyID int64, table, condition, day, when string) {
	engine.Follow(c, `
		update copies c set item_condition_id = r.`+condition+`, updated_at = now() from `+table+` r
		where r.account_id = $1 and r.copy_id = $2 and r.id = `+changedRecord+` and `+when+` and c.account_id = $1 and c.id = $2
		and r.`+condition+` is not null and r.`+day+` is not null and c.item_condition_id is distinct from r.`+condition+`
		and not exists (select from maintenance_records where account_id = $1 and copy_id = $2 and item_condition_after_id is not null and performed_at > r.`+day+`)
		and not exists (select from loans where account_id = $1 and copy_id = $2 and item_condition_in_id is not null and returned_at > r.`+day+`)`, c.AccountID(), copyID)
}

// createRecord runs an insert into the records of the copy $2.
func createRecord[T any](ctx context.Context, k engine.Resource[T], c *engine.Edit, copyID int64, sql string, in engine.Params) (T, error) {
	sql, args := in.Bind(sql, c.AccountID(), copyID)
	hold(c, copyID)
	change(k, c, sql, args...)
	return logged(ctx, k, c, copyID, k.Audited.Given(`r`))
}

// updateRecord runs an update of a record of a copy, which has the key $2 and $3.
func updateRecord[T any](ctx context.Context, k engine.Resource[T], c *engine.Edit, copyID, id int64, sql string, in engine.Params) (T, error) {
	sql, args := in.Bind(sql, c.AccountID(), copyID, id)
	hold(c, copyID)
	engine.First(c, `select set_config('app.record', `+k.Audited.Remembered(`r`)+`, true) from (`+k.Query(k.Key(k.Table, []int64{copyID, id}))+`) r`, c.AccountID(), copyID, id)
	change(k, c, sql, args...)
	return logged(ctx, k, c, copyID, k.Audited.Differing(``, engine.Recalled(`app.record`), k.Audited.Values(`r`)))
}

// discardRecord moves a record of a copy to the trash; the schema decides what goes with it. The
// record must also meet the condition, if any.
func discardRecord[T any](ctx context.Context, k engine.Resource[T], c *engine.Edit, copyID, id int64, condition string) error {
	where := k.Key(k.Table, []int64{copyID, id}) + condition
	hold(c, copyID)
	engine.MoveToTrash(c, k.Table.Name, `select id from `+k.Table.From()+` where `+where+` for update`, c.AccountID(), copyID, id)
	change(k, c, `delete from `+k.Table.From()+` where `+where+` and `+engine.InTrash, c.AccountID(), copyID, id)
	engine.LeavesEntry(c)
	return engine.Erased(ctx, c, entryOf(k, `'[]'`, ``, engine.TrashEntry), entryArgs(c, copyID)...)
}

// hold locks the copy, if it is not locked yet.
func hold(c *engine.Edit, copyID int64) {
	engine.InCopy(c, copyID)
	engine.FirstOnce(c, lockCopy, c.AccountID(), copyID)
}

func change[T any](k engine.Resource[T], c *engine.Edit, sql string, args ...any) {
	engine.First(c, notedChange(k, sql), args...)
	engine.Followed(c)
}

// logged writes the log entry of a noted change, and reads the record.
func logged[T any](ctx context.Context, k engine.Resource[T], c *engine.Edit, copyID int64, changes string) (T, error) {
	engine.LeavesEntry(c)
	sql := `with r as (` + k.Query(k.Table.Column(`account_id`)+` = $1 and `+k.Table.Column(`id`)+` = `+changedRecord) + `),
		logged as (` + entryOf(k, changes, `r, `, `null`) + `) select * from r`
	return engine.Written[T](ctx, c, sql, entryArgs(c, copyID)...)
}

// entryOf inserts the entry about a record of the copy $2, if there was a change.
func entryOf[T any](k engine.Resource[T], changes, joined, trashed string) string {
	return `insert into logs (account_id, user_id, user_name, action, key_id, request_id, batch_index, parameters, object_type, object_id, collection_id, item_id, copy_id, changes, trash_entry_id)
		select $1, $3, current_setting('app.user_name'), $4, $5, nullif($6, ''), $7, current_setting('app.parameters')::jsonb,
			'` + k.Trace.Object + `', current_setting('app.object')::bigint, i.collection_id, i.id, c.id,
			` + changes + ` || ` + inventory.CopyTable.Audited().Differing(`copy.`, engine.Recalled(`app.copy`), inventory.CopyTable.Audited().Values(`c`)) + engine.WishEnded + `, ` + trashed + `
		from ` + joined + `(` + inventory.CopyTable.Query(`c.account_id = $1 and c.id = $2`) + `) c join items i on i.account_id = $1 and i.id = c.item_id
		where current_setting('app.object', true) <> ''`
}

// entryArgs are the arguments of entryOf.
func entryArgs(c *engine.Edit, copyID int64) []any {
	return append([]any{c.AccountID(), copyID}, engine.SignatureOf(c)[1:]...)
}

// recordsOf declares how the records of a copy are stored, besides their columns.
func recordsOf[T any](object string, k engine.Resource[T]) engine.Resource[T] {
	k.Owner = engine.Owner{Column: `copy_id`, Table: `copies`}
	k.Trace = engine.Trace{Object: object}
	return k
}

// currencyOfCopy is the currency of the collection that the copy $2 is in.
const currencyOfCopy = `(select o.currency from copies c join items i on i.account_id = $1 and i.id = c.item_id
	join collections o on o.account_id = $1 and o.id = i.collection_id where c.account_id = $1 and c.id = $2)`
