package engine

import (
	"context"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
)

// Resource declares how a resource is stored. Its methods add what all statements share: the account,
// always $1, the returned columns and the log entry. Ids come in the order of the path: the owner, if
// the path names one, then the object.
type Resource[T any] struct {
	Table    Table
	Columns  string
	Owner    Owner   // the container besides the account, if any
	Order    Sorting // of its lists
	Total    string  // name in totals, if the length of the list is kept
	Entry    Entry   // shown by the log
	Siblings string  // the column that divides the positions of an owner into several lists
	Trace    Trace   // where the log finds it
	Audited  Audited // the attributes whose changes are logged
}

// Owner is the column that refers to an owner, and the owner's table; without a
// table the owner is the calling user, who need not be looked up.
type Owner struct{ Column, Table string }

// List is the list of all objects, or of those of an owner, who must exist.
func (k Resource[T]) List(r Reader, of ...int64) List {
	l := List{Account: r.account, Columns: k.Columns, Table: k.Table, Order: k.Order, Total: k.Total,
		Where: []string{k.Table.Column(`account_id`) + ` = $1`}, Args: []any{r.account}}
	for _, id := range of {
		l.And(k.Table.Column(k.Owner.Column) + ` = ` + l.Arg(id))
		l.Of = id
		if k.Owner.Table != "" {
			l.Parent = `select from ` + k.Owner.Table + ` where account_id = $1 and id = $2`
		}
	}
	return l
}

// Page reads a page of the list.
func (k Resource[T]) Page(ctx context.Context, r Reader, p catalog.Paging, of ...int64) (catalog.Page[T], error) {
	return Page[T](ctx, r, p, k.List(r, of...))
}

// One reads an object; it is ErrNotFound if there is none with these ids.
func (k Resource[T]) One(ctx context.Context, r Reader, ids ...int64) (T, error) {
	return One[T](ctx, r, k.Query(k.Key(k.Table, ids)), withAccount(r.account, ids)...)
}

// Query selects the objects that meet a condition.
func (k Resource[T]) Query(condition string) string {
	return `select ` + k.Columns + ` from ` + k.Table.From() + ` where ` + condition
}

// Key is the condition that finds an object, by the arguments from $2 on.
func (k Resource[T]) Key(t Table, ids []int64) string {
	return k.owned(t, len(ids) > 1) + ` and ` + t.Column(`id`) + ` = $` + strconv.Itoa(len(ids)+1)
}

// owned is the condition for rows of the account, or of the owner $2.
func (k Resource[T]) owned(t Table, owner bool) string {
	if owner {
		return t.Column(`account_id`) + ` = $1 and ` + t.Column(k.Owner.Column) + ` = $2`
	}
	return t.Column(`account_id`) + ` = $1`
}

// Write runs an insert or update of one object. Its arguments begin with $2.
func (k Resource[T]) Write(ctx context.Context, c *Edit, sql string, args ...any) (T, error) {
	return Apply[T](ctx, c, k.Note(), sql+` returning `+k.Columns, withAccount(c.account, args)...)
}

// Steps is write for a change of several statements: it begins with "with" and
// calls the one that returns the columns changed.
func (k Resource[T]) Steps(ctx context.Context, c *Edit, sql string, args ...any) (T, error) {
	return ApplySteps[T](ctx, c, k.Telling(``), sql, withAccount(c.account, args)...)
}

// Tell is Steps for a change whose entry lists what changed, as SQL over the steps. The ids are $2 and
// following.
func (k Resource[T]) Tell(ctx context.Context, c *Edit, changes, sql string, in Params, ids ...any) (T, error) {
	b := binding{params: in, args: withAccount(c.account, ids)}
	sql, changes = b.bind(sql), b.bind(changes)
	return ApplySteps[T](ctx, c, k.Telling(changes), sql, b.args...)
}

// Delete deletes an object; the schema decides what goes with it.
func (k Resource[T]) Delete(ctx context.Context, c *Edit, ids ...int64) error {
	return k.erase(ctx, c, ``, ids)
}

func (k Resource[T]) erase(ctx context.Context, c *Edit, condition string, ids []int64) error {
	columns := k.Entry.columns()
	if k.Trace.Object != "" {
		columns += `, id`
	}
	if k.Trace.Columns != "" {
		columns += `, ` + k.Trace.Columns
	}
	return Erase(ctx, c, k.Note(), `delete from `+k.Table.From()+` where `+k.Key(k.Table, ids)+condition+` returning `+columns, withAccount(c.account, ids)...)
}

// Discard moves an object to the trash; the schema decides what goes with it. Finding locks it, so
// that an object moved away meanwhile is not found.
func (k Resource[T]) Discard(ctx context.Context, c *Edit, ids ...int64) error {
	ctx = AtLength(ctx, c)
	MoveToTrash(c, k.Table.Name, `select id from `+k.Table.Name+` where `+k.Key(Table{}, ids)+` for update`, withAccount(c.account, ids)...)
	return k.erase(ctx, c, ` and `+InTrash, ids)
}

// Note is the content of every log entry of the resource.
func (k Resource[T]) Note() Note { return Note{Trace: k.Trace, Parameters: k.Entry.SQL()} }

// Telling is a note that also lists what changed.
func (k Resource[T]) Telling(changes string) Note {
	n := k.Note()
	n.Changes = changes
	return n
}

func withAccount[A any](account int64, args []A) []any {
	all := make([]any, 1, len(args)+6) // leaves room for those of WithEntry
	all[0] = account
	for _, a := range args {
		all = append(all, a)
	}
	return all
}

// Entry names the columns of a changed row that its log entry shows.
type Entry []string

// Named is the entry of an object with a name.
var Named = Entry{`name`}

func (e Entry) columns() string { return strings.Join(e, `, `) }

// SQL builds the parameters of the entry.
func (e Entry) SQL() string {
	pairs := make([]string, len(e))
	for i, column := range e {
		pairs[i] = `'` + column + `', ` + column
	}
	return `jsonb_build_object(` + strings.Join(pairs, `, `) + `)`
}

// OfCaller is the owner of API keys and log entries: the calling user.
var OfCaller = Owner{Column: `user_id`}
