package engine

import (
	"context"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/identity"
)

// Unscoped sends a batch that opens no account, or opens one itself.
func Unscoped(ctx context.Context, db *DB, b *pgx.Batch, read func(pgx.BatchResults) error) error {
	return db.send(ctx, b, read)
}

// LeavingScope is Unscoped; within a careful transaction it uses the same connection, and the next act
// opens the account again.
func LeavingScope(ctx context.Context, s Scope, b *pgx.Batch, read func(pgx.BatchResults) error) error {
	via := sender(s.db)
	if s.within != nil {
		via, s.within.open = s.within, false
	}
	return via.send(ctx, b, read)
}

// Sending sends a batch within a transaction that opens no account.
type Sending func(context.Context, *pgx.Batch, func(pgx.BatchResults) error) error

// UnscopedSteps runs several batches as one transaction, and queues the jobs that fn
// returns.
func UnscopedSteps(ctx context.Context, db *DB, fn func(Sending) ([]Job, error)) error {
	return db.together(ctx, func(t *transaction) error {
		jobs, err := fn(t.send)
		if err != nil || len(jobs) == 0 {
			return err
		}
		return t.enqueue(jobs)
	})
}

// Lookup finds one row without an account, by a key that is unique over all accounts.
func Lookup[T any](ctx context.Context, db *DB, sql string, args ...any) (T, error) {
	b := &pgx.Batch{}
	b.Queue(sql, args...)
	var found T
	err := Unscoped(ctx, db, b, func(answers pgx.BatchResults) (err error) {
		found, err = Last[T](answers, b.Len())
		return err
	})
	return found, err
}

// Unconfirmed reads and changes data without confirming the caller, such as the count of wrong codes.
// Within a careful transaction the caller was confirmed before.
func Unconfirmed(s Scope, right identity.Right) Reader {
	if s.within == nil {
		s = s.db.Scope(ByOperator(s.Actor))
	}
	return ReaderOf(s, right)
}

// ForgetAnswers deletes expired answers.
func (db *DB) ForgetAnswers(ctx context.Context) error {
	b := &pgx.Batch{}
	b.Queue(`delete from idempotency_keys where created_at <= now() - ` + keptFor)
	return db.send(ctx, b, func(answers pgx.BatchResults) error {
		_, err := answers.Exec()
		return err
	})
}
