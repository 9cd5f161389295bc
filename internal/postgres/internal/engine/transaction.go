package engine

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
)

// carefulAttempts is how often a careful change is tried: of many that compete
// for one row, one succeeds per round.
const carefulAttempts = 200

// Carefully runs fn in a transaction with one snapshot of the account, and commits if fn succeeds. If
// data that it read has changed meanwhile, it is retried. The account is opened once, by the right for
// all of it. Within such a transaction, fn becomes a part of it.
func (s Scope) Carefully(ctx context.Context, right identity.Right, fn func(Scope) error) (err error) {
	if !right.Allows(s.Actor) {
		return fault.ErrNotFound
	}
	if s.within != nil {
		return fn(s)
	}
	for attempt := range carefulAttempts {
		err = s.db.transact(s.seated(ctx), wholeTime(ctx), pgx.RepeatableRead, func(t *transaction) error {
			t.right = right
			return fn(Scope{s.Access, s.db, t})
		})
		if !clash(err) {
			break
		}
		s.db.makeWay(attempt)
	}
	return err
}

// makeWay pauses after a conflict, so that the winner can finish.
func (db *DB) makeWay(attempt int) {
	db.counts.carefulRetries.Add(1)
	time.Sleep(time.Duration(rand.IntN(1+attempt)) * time.Millisecond)
}

// transaction sends batches as parts of itself under its own time limit; the
// request's context has none, and ends when the client hangs up.
type transaction struct {
	ctx   context.Context
	tx    pgx.Tx
	jobs  *Jobs
	right identity.Right // opens the account of a careful transaction
	open  bool
	many  bool     // each of its changes may take as long as all of them
	after []func() // runs after the commit
}

// AfterCommit runs fn once the changes in this scope are committed: at once, or with the careful
// transaction.
func (s Scope) AfterCommit(fn func()) {
	if s.within == nil {
		fn()
		return
	}
	s.within.after = append(s.within.after, fn)
}

func (t *transaction) send(ctx context.Context, b *pgx.Batch, read func(pgx.BatchResults) error) error {
	limit := patience(ctx)
	if t.many {
		limit = wholeTime(ctx)
	}
	limited, cancel := context.WithTimeout(t.ctx, limit)
	defer cancel()
	return sent(limited, t.tx.Conn(), b, read)
}

func (t *transaction) together(_ context.Context, fn func(*transaction) error) error { return fn(t) }

func (db *DB) together(ctx context.Context, fn func(*transaction) error) error {
	return db.transact(ctx, wholeTime(ctx), pgx.ReadCommitted, fn)
}

// wholeTime is how long a transaction of several batches may last.
func wholeTime(ctx context.Context) time.Duration { return max(cascadeTimeout, patience(ctx)) }

// transact runs fn in a transaction, which is rolled back if fn fails or its time is over. The commit
// itself has no time limit: after a timeout nobody could tell whether it succeeded.
func (db *DB) transact(ctx context.Context, limit time.Duration, level pgx.TxIsoLevel, fn func(*transaction) error) error {
	var after []func()
	err := db.connected(ctx, limit, func(ctx context.Context, conn *pgxpool.Conn) error {
		var tx pgx.Tx
		begin := func(ctx context.Context) (err error) {
			tx, err = conn.BeginTx(ctx, beginning(db.opening, level))
			return err
		}
		if err := soon(ctx, begin); err != nil {
			return err
		}
		t := &transaction{ctx: ctx, tx: tx, jobs: db.jobs}
		err := fn(t)
		if err == nil && ctx.Err() != nil {
			err = &fault.Unavailable{After: time.Second, Cause: ctx.Err()}
		}
		if err != nil {
			if undo := soon(ctx, tx.Rollback); undo != nil && !errors.Is(undo, pgx.ErrTxClosed) {
				return errors.Join(err, undo)
			}
			return err
		}
		after = t.after
		return soon(context.WithoutCancel(ctx), tx.Commit)
	})
	if err == nil {
		for _, fn := range after {
			fn()
		}
	}
	return err
}

// soon limits a step of a transaction to the time of a batch.
func soon(ctx context.Context, step func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, batchTimeout)
	defer cancel()
	return Translate(step(ctx))
}

// entered requires a change to have its log entry.
func (c *Edit) entered(err error) error {
	if err == nil && !c.logged && !c.quiet {
		return fmt.Errorf("postgres: %s left no audit entry", c.action)
	}
	return err
}

// Snapshot reads an account as of one moment, by any number of statements.
func Snapshot(ctx context.Context, r Reader, limit time.Duration, fn func(Reader) error) error {
	db, pool := r.via.(*DB)
	if !pool {
		return errors.New("postgres: a snapshot is a transaction of its own")
	}
	return db.transact(r.access.seated(ctx), limit, pgx.RepeatableRead, func(t *transaction) error {
		t.right, t.many = r.right, true
		r.via = t
		return fn(r)
	})
}

// Streamed runs a query whose rows are read one by one. The reader must be that of a snapshot or of
// work, which has opened the account.
func Streamed(r Reader, sql string, args ...any) (pgx.Rows, error) {
	t, within := r.via.(*transaction)
	if !within || !t.open {
		return nil, errors.New("postgres: rows are streamed within a transaction")
	}
	rows, err := t.tx.Query(t.ctx, sql, args...)
	return rows, Translate(err)
}
