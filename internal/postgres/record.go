package postgres

import (
	"context"
	"strings"
)

// Records of a copy change what is known of the copy. So a change of one first locks
// the copy, and its log entry, which also tells what became of the copy, is written
// last.

// lockCopy locks a copy and remembers how it is. It writes the row for the reason
// given at oneAtATime.
var lockCopy = `
	with locked as (
		update copies c set note = note where account_id = $1 and id = $2 returning ` + copies.columns + `
	) select set_config('app.object', '', true), set_config('app.copy', coalesce((select ` + copies.audited.remembered(`locked`) + ` from locked), ''), true)`

// notedChange remembers what was changed, and what the entry shows of it.
func (k resource[T]) notedChange(sql string) string {
	return `with changed as (` + sql + ` returning ` + strings.Join(append([]string{`id`}, k.entry...), `, `) + `)
		select set_config('app.object', id::text, true), set_config('app.parameters', ` + k.entry.sql() + `::text, true) from changed`
}

// changedRecord is the record that notedChange has changed, null if there was none.
const changedRecord = `nullif(current_setting('app.object', true), '')::bigint`

// judge gives the copy the condition that the changed record found on a day, unless a
// later record has found another.
func (c *change) judge(copyID int64, table, condition, day, when string) {
	follow(c, `
		update copies c set item_condition_id = r.`+condition+`, updated_at = now() from `+table+` r
		where r.account_id = $1 and r.copy_id = $2 and r.id = `+changedRecord+` and `+when+` and c.account_id = $1 and c.id = $2
		and r.`+condition+` is not null and r.`+day+` is not null and c.item_condition_id is distinct from r.`+condition+`
		and not exists (select from maintenance_records where account_id = $1 and copy_id = $2 and item_condition_after_id is not null and performed_at > r.`+day+`)
		and not exists (select from loans where account_id = $1 and copy_id = $2 and item_condition_in_id is not null and returned_at > r.`+day+`)`, c.account, copyID)
}

// createRecord runs an insert into the records of the copy $2.
func (k resource[T]) createRecord(ctx context.Context, c *change, copyID int64, sql string, in params) (T, error) {
	sql, args := in.bind(sql, c.account, copyID)
	c.hold(copyID)
	k.change(c, sql, args...)
	return k.logged(ctx, c, copyID, k.audited.given(`r`))
}

// updateRecord runs an update of a record of a copy, which has the key $2 and $3.
func (k resource[T]) updateRecord(ctx context.Context, c *change, copyID, id int64, sql string, in params) (T, error) {
	sql, args := in.bind(sql, c.account, copyID, id)
	c.hold(copyID)
	first(c, `select set_config('app.record', `+k.audited.remembered(`r`)+`, true) from (`+k.query(k.key(k.table, []int64{copyID, id}))+`) r`, c.account, copyID, id)
	k.change(c, sql, args...)
	return k.logged(ctx, c, copyID, k.audited.differing(``, recalled(`app.record`), k.audited.values(`r`)))
}

// discardRecord moves a record of a copy to the trash; the schema decides what goes
// with it. The condition, if any, is one that the record must meet besides.
func (k resource[T]) discardRecord(ctx context.Context, c *change, copyID, id int64, condition string) error {
	where := k.key(k.table, []int64{copyID, id}) + condition
	c.hold(copyID)
	moveToTrash(c, k.table.name, `select id from `+k.table.from()+` where `+where+` for update`, c.account, copyID, id)
	k.change(c, `delete from `+k.table.from()+` where `+where, c.account, copyID, id)
	leavesEntry(c)
	return erased(ctx, c, k.entryOf(`'[]'`, ``, trashEntry), c.entryArgs(copyID)...)
}

// hold locks the copy, if it is not locked yet.
func (c *change) hold(copyID int64) {
	inCopy(c, copyID)
	firstOnce(c, lockCopy, c.account, copyID)
}

func (k resource[T]) change(c *change, sql string, args ...any) {
	first(c, k.notedChange(sql), args...)
	followed(c)
}

// logged writes the entry of a change that was noted, and reads the record.
func (k resource[T]) logged(ctx context.Context, c *change, copyID int64, changes string) (T, error) {
	leavesEntry(c)
	sql := `with r as (` + k.query(k.table.column(`account_id`)+` = $1 and `+k.table.column(`id`)+` = `+changedRecord) + `),
		logged as (` + k.entryOf(changes, `r, `, `null`) + `) select * from r`
	return written[T](ctx, c, sql, c.entryArgs(copyID)...)
}

// entryOf inserts the entry about a record of the copy $2, if there was a change.
func (k resource[T]) entryOf(changes, joined, trashed string) string {
	return `insert into logs (account_id, user_id, user_name, action, key_id, request_id, batch_index, parameters, object_type, object_id, collection_id, item_id, copy_id, changes, trash_entry_id)
		select $1, $3, current_setting('app.user_name'), $4, $5, nullif($6, ''), $7, current_setting('app.parameters')::jsonb,
			'` + k.trace.object + `', current_setting('app.object')::bigint, i.collection_id, i.id, c.id,
			` + changes + ` || ` + copies.audited.differing(`copy.`, recalled(`app.copy`), copies.audited.values(`c`)) + wishEnded + `, ` + trashed + `
		from ` + joined + `(` + copies.query(`c.account_id = $1 and c.id = $2`) + `) c join items i on i.account_id = $1 and i.id = c.item_id
		where current_setting('app.object', true) <> ''`
}

// entryArgs are the arguments of entryOf.
func (c *change) entryArgs(copyID int64) []any {
	return append([]any{c.account, copyID}, signatureOf(c)[1:]...)
}

// recordsOf declares how the records of a copy are stored, besides their columns.
func recordsOf[T any](object string, k resource[T]) resource[T] {
	k.owner = owner{`copy_id`, `copies`}
	k.trace = trace{object: object}
	return k
}

// currencyOfCopy is the currency of the collection that the copy $2 is in.
const currencyOfCopy = `(select o.currency from copies c join items i on i.account_id = $1 and i.id = c.item_id
	join collections o on o.account_id = $1 and o.id = i.collection_id where c.account_id = $1 and c.id = $2)`
