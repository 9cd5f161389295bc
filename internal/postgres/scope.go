package postgres

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
)

// Reader reads what belongs to one account. Every method is one round trip.
type Reader struct {
	via           sender
	scope         string // how a batch of reads begins
	account, user int64
	only          []int64 // the collections that may be seen; nil is all
	entry         *Entry  // nil once the caller is known
}

// sender carries a batch to the database and hands the answers to read. The
// pool makes a transaction of each batch; within a transaction it is a part.
type sender interface {
	send(ctx context.Context, b *pgx.Batch, read func(pgx.BatchResults) error) error
	// together runs what takes more than a batch as one transaction.
	together(ctx context.Context, fn func(*transaction) error) error
}

// View is the account of the actor, to read.
func (db *DB) View(actor identity.Actor) Reader {
	return Reader{via: db, scope: toRead, account: actor.AccountID, user: actor.UserID, only: actor.CollectionIDs}
}

// Entry is a caller who is believed to be somebody, until the database says so.
type Entry struct {
	tokenHash []byte
	account   int64

	Asked      bool // something was read
	Known      bool // the database knows the caller
	Actor      identity.Actor
	LastUsedAt time.Time
}

// Enter is View for a token that was somebody's a moment ago. The first read
// finds out in the same round trip whether it still is: the statement that
// looks the token up is the one that opens the account. If it is nobody's, or
// somebody else's, nothing is opened and the read is ErrUnauthenticated.
func (db *DB) Enter(tokenHash []byte, believed identity.Actor) (Reader, *Entry) {
	e := &Entry{tokenHash: tokenHash, account: believed.AccountID}
	return Reader{via: db, scope: toRead, account: believed.AccountID, user: believed.UserID, only: believed.CollectionIDs, entry: e}, e
}

// A batch is one transaction, and the scope ends with it: nothing is left on the
// connection for its next user. A read cannot write.
const (
	toRead  = `select set_config('app.account_id', $1, true), set_config('transaction_read_only', 'on', true)`
	toWrite = `select set_config('app.account_id', $1, true)`
	toEnter = `select ` + actor + `, set_config('app.account_id', u.account_id::text, true) || set_config('transaction_read_only', 'on', true) as opened
		from ` + keyHolders + ` where k.token_hash = $1 and u.account_id = $2 and ` + notExpired
)

// scoped begins a batch that sees the rows of one account only.
func scoped(account int64, scope string) *pgx.Batch {
	b := &pgx.Batch{}
	b.Queue(scope, strconv.FormatInt(account, 10))
	return b
}

// begin begins a batch of reads.
func (r Reader) begin() *pgx.Batch {
	if r.entry == nil || r.entry.Known {
		return scoped(r.account, r.scope)
	}
	r.entry.Asked = true
	b := &pgx.Batch{}
	b.Queue(toEnter, r.entry.tokenHash, r.entry.account)
	return b
}

// opened reads the answer to what begin began with.
func (r Reader) opened(answers pgx.BatchResults) error {
	if r.entry == nil || r.entry.Known {
		_, err := answers.Exec()
		return err
	}
	e := r.entry
	err := answers.QueryRow().Scan(&e.Actor.UserID, &e.Actor.AccountID, &e.Actor.KeyID, &e.Actor.Role, &e.Actor.Name, &e.Actor.Locale, &e.LastUsedAt,
		&e.Actor.Scopes, &e.Actor.ExpiresAt, &e.Actor.CollectionIDs, nil)
	if err == pgx.ErrNoRows {
		err = fault.ErrUnauthenticated
	}
	e.Known = err == nil
	return err
}

// one reads exactly one object; it is ErrNotFound if there is none.
func one[T any](ctx context.Context, r Reader, sql string, args ...any) (T, error) {
	b := r.begin()
	b.Queue(sql, args...)
	var found T
	err := r.via.send(ctx, b, func(answers pgx.BatchResults) (err error) {
		if err = r.opened(answers); err != nil {
			return err
		}
		found, err = last[T](answers, 1)
		return err
	})
	return found, err
}

// all reads a list that is short by nature.
func all[T any](ctx context.Context, r Reader, sql string, args ...any) ([]T, error) {
	b := r.begin()
	b.Queue(sql, args...)
	var found []T
	err := r.via.send(ctx, b, func(answers pgx.BatchResults) (err error) {
		if err = r.opened(answers); err != nil {
			return err
		}
		found, err = rows[T](answers)
		return err
	})
	return found, err
}

// last skips to the last of n answers and reads the one object it holds.
func last[T any](answers pgx.BatchResults, n int) (T, error) {
	var none T
	for range n - 1 {
		if _, err := answers.Exec(); err != nil {
			return none, err
		}
	}
	found, err := answers.Query()
	if err != nil {
		return none, err
	}
	return pgx.CollectExactlyOneRow(found, pgx.RowToStructByName[T])
}

func rows[T any](answers pgx.BatchResults) ([]T, error) {
	found, err := answers.Query()
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(found, pgx.RowToStructByName[T])
}
