package engine

import (
	"context"
	"reflect"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
)

// Scope is a caller's account. Each act is its own transaction or, if careful, part of one.
type Scope struct {
	Access
	db     *DB
	within *transaction // nil if each act is a transaction of its own
}

// Scope returns the account of a caller.
func (db *DB) Scope(a Access) Scope { return Scope{Access: a, db: db} }

// View opens the account for reading. It is ErrNotFound if role or key do not
// permit it.
func (s Scope) View(right identity.Right) (Reader, error) {
	if !right.Allows(s.Actor) {
		return Reader{}, fault.ErrNotFound
	}
	return ReaderOf(s, right), nil
}

func ReaderOf(s Scope, right identity.Right) Reader {
	r := Reader{via: s.db, access: s.Access, right: right, account: s.AccountID, user: s.UserID, only: s.CollectionIDs}
	if s.within != nil {
		r.via, r.right = s.within, s.within.right
	}
	return r
}

// Reader reads the rows of one account. A function that takes one is one round trip.
type Reader struct {
	via           sender
	access        Access
	right         identity.Right
	account, user int64
	only          []int64 // the visible collections; nil is all
	reach         reach
}

// AccountID is the account that is read.
func (r Reader) AccountID() int64 { return r.account }

// UserID is the reading user.
func (r Reader) UserID() int64 { return r.user }

// CollectionIDs are the visible collections; nil is all.
func (r Reader) CollectionIDs() []int64 { return r.only }

// Access is how the account is opened.
func (r Reader) Access() Access { return r.access }

// sender sends a batch to the database and passes the answers to read. The pool makes each batch a
// transaction; a transaction makes it a part of itself.
type sender interface {
	send(ctx context.Context, b *pgx.Batch, read func(pgx.BatchResults) error) error
	// together runs several batches as one transaction.
	together(ctx context.Context, fn func(*transaction) error) error
}

// toRead opens an account without confirming the caller. The scope ends with the
// transaction, so nothing is left on the connection for its next user.
const toRead = `select set_config('app.account_id', $1, true), set_config('transaction_read_only', 'on', true)`

// Ask opens the account, sends the batch that queue fills and hands the answers
// to read. In a transaction only the first batch opens the account.
func Ask(ctx context.Context, r Reader, queue func(*pgx.Batch), read func(pgx.BatchResults) error) error {
	return r.sendBy(ctx, r.via, queue, read)
}

func (r Reader) sendBy(ctx context.Context, via sender, queue func(*pgx.Batch), read func(pgx.BatchResults) error) error {
	if r.only != nil && r.reach.kind == noReach {
		return ErrRefused
	}
	b := &pgx.Batch{}
	t, within := via.(*transaction)
	closed := !within || !t.open
	if closed {
		r.access.open(b, r.right)
	}
	opening := b.Len()
	r.guard(b)
	queue(b)
	return via.send(r.access.seated(ctx), b, func(answers pgx.BatchResults) error {
		for range opening - 1 {
			if _, err := answers.Exec(); err != nil {
				return err
			}
		}
		if closed {
			if err := r.access.opened(answers, r.right); err != nil {
				return err
			}
		}
		if within {
			t.open = true
		}
		if r.guarded() {
			if err := r.passed(answers); err != nil {
				return err
			}
		}
		return read(answers)
	})
}

// One reads exactly one object; it is ErrNotFound without one.
func One[T any](ctx context.Context, r Reader, sql string, args ...any) (T, error) {
	found, err := ExactlyOne(All[T](ctx, r, sql, args...))
	return found, Translate(err)
}

// All reads a short list.
func All[T any](ctx context.Context, r Reader, sql string, args ...any) (found []T, err error) {
	err = r.all(ctx, listOf(&found), sql, args)
	return found, err
}

func (r Reader) all(ctx context.Context, found reflect.Value, sql string, args []any) error {
	if db, ok := r.direct(); ok {
		return r.allDirectly(ctx, db, found, sql, args)
	}
	return Ask(ctx, r, func(b *pgx.Batch) { b.Queue(sql, args...) }, func(answers pgx.BatchResults) error {
		rows, err := answers.Query()
		if err != nil {
			return err
		}
		return collectInto(found, rows, nil, nil)
	})
}

// direct reports whether one statement can both confirm the caller and run the
// query: the key covers all collections and no pooler is in between.
func (r Reader) direct() (*DB, bool) {
	db, pool := r.via.(*DB)
	return db, pool && r.access.tokenHash != nil && r.only == nil && db.opening == ""
}

// allDirectly confirms the caller, opens the account and reads in one statement.
// The outer join runs the query only after the caller is found; earlier, the
// account would be closed and the query fail. As a subquery it cannot write.
func (r Reader) allDirectly(ctx context.Context, db *DB, found reflect.Value, sql string, args []any) error {
	var opened *string
	err := db.query(r.access.seated(ctx), asked(r.right, sql, len(args)), append(args, r.access.tokenHash), func(answer pgx.Rows) error {
		return collectInto(found, answer, []any{&opened}, nil)
	})
	return r.admitted(opened, err)
}

// admitted notes that the caller was confirmed and the account opened.
func (r Reader) admitted(opened *string, err error) error {
	switch {
	case opened != nil:
		r.access.confirmed.add(r.right)
	case err == nil:
		return ErrRefused
	}
	return err
}

// asked puts the confirmation of the caller before a query whose first argument is the account;
// further adds columns. The token hash follows the arguments.
func asked(right identity.Right, sql string, args int, further ...string) string {
	return `select caller.opened, ` + strings.Join(append(further, `q.*`), `, `) + ` from (
			select set_config('app.account_id', k.account_id::text, true) as opened
			from api_keys k where k.token_hash = $` + strconv.Itoa(args+1) + ` and k.account_id = $1 and ` + live(right) + `
		) caller left join lateral (` + sql + `) q on true`
}

// Last skips to the last of n answers and reads its only object.
func Last[T any](answers pgx.BatchResults, n int) (none T, _ error) {
	for range n - 1 {
		if _, err := answers.Exec(); err != nil {
			return none, err
		}
	}
	return ExactlyOne(Rows[T](answers))
}

func Rows[T any](answers pgx.BatchResults) ([]T, error) {
	found, err := answers.Query()
	if err != nil {
		return nil, err
	}
	return collect[T](found, nil, nil)
}
