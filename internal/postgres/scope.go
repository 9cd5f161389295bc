package postgres

import (
	"context"
	"strconv"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
)

// Reader reads what belongs to one account. Every method is one round trip.
type Reader struct {
	db            *DB
	account, user int64
}

// View is the account of the actor, to read.
func (db *DB) View(actor identity.Actor) Reader {
	return Reader{db, actor.AccountID, actor.UserID}
}

// A batch is one transaction, and the scope ends with it: nothing is left on the
// connection for its next user. A read cannot write.
const (
	toRead  = `select set_config('app.account_id', $1, true), set_config('transaction_read_only', 'on', true)`
	toWrite = `select set_config('app.account_id', $1, true)`
)

// scoped begins a batch that sees the rows of one account only.
func scoped(account int64, scope string) *pgx.Batch {
	b := &pgx.Batch{}
	b.Queue(scope, strconv.FormatInt(account, 10))
	return b
}

// one reads exactly one object; it is ErrNotFound if there is none.
func one[T any](ctx context.Context, r Reader, sql string, args ...any) (T, error) {
	b := scoped(r.account, toRead)
	b.Queue(sql, args...)
	var found T
	err := r.db.send(ctx, b, func(answers pgx.BatchResults) (err error) {
		found, err = last[T](answers, b.Len())
		return err
	})
	return found, err
}

// all reads a list that is short by nature.
func all[T any](ctx context.Context, r Reader, sql string, args ...any) ([]T, error) {
	b := scoped(r.account, toRead)
	b.Queue(sql, args...)
	var found []T
	err := r.db.send(ctx, b, func(answers pgx.BatchResults) (err error) {
		if _, err = answers.Exec(); err != nil {
			return err
		}
		found, err = rows[T](answers)
		return err
	})
	return found, err
}

// page reads one page of a list. The clause says which rows the list has, the
// order how they follow each other.
func page[T any](ctx context.Context, r Reader, p catalog.Paging, columns, clause, order string, args ...any) (catalog.Page[T], error) {
	b := scoped(r.account, toRead)
	b.Queue(`select count(*) from `+clause, args...)
	n := strconv.Itoa(len(args) + 1)
	// The limit is a literal, so that its plan is made for few rows; there are at
	// most a hundred of them.
	b.Queue(`select `+columns+` from `+clause+` order by `+order+` limit `+strconv.FormatInt(p.PerPage, 10)+` offset $`+n,
		append(args, p.Offset())...)
	found := catalog.Page[T]{Paging: p}
	err := r.db.send(ctx, b, func(answers pgx.BatchResults) (err error) {
		if _, err = answers.Exec(); err != nil {
			return err
		}
		if err = answers.QueryRow().Scan(&found.Total); err != nil {
			return err
		}
		found.Items, err = rows[T](answers)
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
