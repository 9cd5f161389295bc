package postgres

import (
	"context"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
)

// kept declares how a resource is stored. Its methods add what the statements of
// all resources share: the account, which is always $1, the returned columns and
// the log entry. Ids come in the order of the path: the owner, if the path names
// one, then the object.
type resource[T any] struct {
	table    table
	columns  string
	owner    owner   // what the object belongs to besides the account, if anything
	order    sorting // of its lists
	total    string  // name in totals, if the length of the list is kept
	entry    entry   // shown by the log
	siblings string  // the column that divides the positions of an owner into several lists
	trace    trace   // where the log finds it
	audited  audited // the attributes whose changes the log tells
}

// owner is the column that refers to an owner, and the owner's table; without a
// table the owner is the calling user, who need not be looked up.
type owner struct{ column, table string }

// list is the list of all objects, or of those of an owner, who must exist.
func (k resource[T]) list(r Reader, of ...int64) list {
	l := list{account: r.account, columns: k.columns, table: k.table, order: k.order, total: k.total,
		where: []string{k.table.column(`account_id`) + ` = $1`}, args: []any{r.account}}
	for _, id := range of {
		l.and(k.table.column(k.owner.column) + ` = ` + l.arg(id))
		l.of = id
		if k.owner.table != "" {
			l.parent = `select from ` + k.owner.table + ` where account_id = $1 and id = $2`
		}
	}
	return l
}

// page reads a page of the list.
func (k resource[T]) page(ctx context.Context, r Reader, p catalog.Paging, of ...int64) (catalog.Page[T], error) {
	return page[T](ctx, r, p, k.list(r, of...))
}

// one reads an object; it is ErrNotFound if there is none with these ids.
func (k resource[T]) one(ctx context.Context, r Reader, ids ...int64) (T, error) {
	return one[T](ctx, r, k.query(k.key(k.table, ids)), withAccount(r.account, ids)...)
}

// query selects the objects that meet a condition.
func (k resource[T]) query(condition string) string {
	return `select ` + k.columns + ` from ` + k.table.from() + ` where ` + condition
}

// key is the condition that finds an object, by the arguments from $2 on.
func (k resource[T]) key(t table, ids []int64) string {
	return k.owned(t, len(ids) > 1) + ` and ` + t.column(`id`) + ` = $` + strconv.Itoa(len(ids)+1)
}

// owned is the condition for rows of the account, or of the owner $2.
func (k resource[T]) owned(t table, owner bool) string {
	if owner {
		return t.column(`account_id`) + ` = $1 and ` + t.column(k.owner.column) + ` = $2`
	}
	return t.column(`account_id`) + ` = $1`
}

// write runs an insert or update of one object. Its arguments begin with $2.
func (k resource[T]) write(ctx context.Context, c *change, sql string, args ...any) (T, error) {
	return apply[T](ctx, c, k.note(), sql+` returning `+k.columns, withAccount(c.account, args)...)
}

// steps is write for a change of several statements: it begins with "with" and
// calls the one that returns the columns changed.
func (k resource[T]) steps(ctx context.Context, c *change, sql string, args ...any) (T, error) {
	return applySteps[T](ctx, c, k.telling(``), sql, withAccount(c.account, args)...)
}

// tell is steps for a change whose entry tells what changed, as SQL over the steps. The
// ids are $2 and what follows.
func (k resource[T]) tell(ctx context.Context, c *change, changes, sql string, in params, ids ...any) (T, error) {
	b := binding{params: in, args: withAccount(c.account, ids)}
	sql, changes = b.bind(sql), b.bind(changes)
	return applySteps[T](ctx, c, k.telling(changes), sql, b.args...)
}

// delete deletes an object; the schema decides what goes with it.
func (k resource[T]) delete(ctx context.Context, c *change, ids ...int64) error {
	columns := k.entry.columns()
	if k.trace.object != "" {
		columns += `, id`
	}
	if k.trace.columns != "" {
		columns += `, ` + k.trace.columns
	}
	return erase(ctx, c, k.note(), `delete from `+k.table.from()+` where `+k.key(k.table, ids)+` returning `+columns, withAccount(c.account, ids)...)
}

// discard moves an object to the trash; the schema decides what goes with it. It is
// locked as it is found, so that what was moved away meanwhile is not found.
func (k resource[T]) discard(ctx context.Context, c *change, ids ...int64) error {
	ctx = atLength(ctx, c)
	moveToTrash(c, k.table.name, `select id from `+k.table.name+` where `+k.key(table{}, ids)+` for update`, withAccount(c.account, ids)...)
	return k.delete(ctx, c, ids...)
}

// note is what the log tells of every change.
func (k resource[T]) note() note { return note{trace: k.trace, parameters: k.entry.sql()} }

// telling is a note that also tells what changed.
func (k resource[T]) telling(changes string) note {
	n := k.note()
	n.changes = changes
	return n
}

func withAccount[A any](account int64, args []A) []any {
	all := make([]any, 1, len(args)+6) // leaves room for those of withEntry
	all[0] = account
	for _, a := range args {
		all = append(all, a)
	}
	return all
}

// entry names the columns of a changed row that its log entry shows.
type entry []string

// named is the entry of what has a name.
var named = entry{`name`}

func (e entry) columns() string { return strings.Join(e, `, `) }

// sql builds the parameters of the entry.
func (e entry) sql() string {
	pairs := make([]string, len(e))
	for i, column := range e {
		pairs[i] = `'` + column + `', ` + column
	}
	return `jsonb_build_object(` + strings.Join(pairs, `, `) + `)`
}
