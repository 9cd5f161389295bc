package postgres

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
// for one row, each round lets one through.
const carefulAttempts = 200

// Careful is a change that looks before it writes: its reads and its write are
// one transaction, which fails and is tried again if what it read has changed
// meanwhile. It costs a few round trips more than a change of one batch.
type Careful struct{ Scope }

// Carefully runs fn in a transaction that sees one state of the account, and
// commits if it succeeds. The account is opened once, by the right to do all of
// it.
func (db *DB) Carefully(ctx context.Context, access Access, right identity.Right, fn func(Careful) error) (err error) {
	if !right.Allows(access.Actor) {
		return fault.ErrNotFound
	}
	for attempt := range carefulAttempts {
		err = db.transact(access.seated(ctx), pgx.RepeatableRead, func(t *transaction) error {
			t.right = right
			return fn(Careful{Scope{access, db, t}})
		})
		if !clash(err) {
			break
		}
		db.counts.carefulRetries.Add(1)
		time.Sleep(time.Duration(rand.IntN(1+attempt)) * time.Millisecond)
	}
	return err
}

// transaction sends batches as parts of itself, in a time of its own: that of
// the request has no limit, and ends when the client hangs up.
type transaction struct {
	ctx   context.Context
	tx    pgx.Tx
	jobs  *Jobs
	right identity.Right // by which a careful transaction opens the account
	open  bool           // the account is open
}

func (t *transaction) send(ctx context.Context, b *pgx.Batch, read func(pgx.BatchResults) error) error {
	limited, cancel := context.WithTimeout(t.ctx, patience(ctx))
	defer cancel()
	return finish(t.tx.SendBatch(limited, b), read)
}

func (t *transaction) together(_ context.Context, fn func(*transaction) error) error { return fn(t) }

func (db *DB) together(ctx context.Context, fn func(*transaction) error) error {
	return db.transact(ctx, pgx.ReadCommitted, fn)
}

// transact runs fn in a transaction of its own, which is rolled back if it
// fails.
func (db *DB) transact(ctx context.Context, level pgx.TxIsoLevel, fn func(*transaction) error) error {
	return db.connected(ctx, cascadeTimeout, func(ctx context.Context, conn *pgxpool.Conn) error {
		var tx pgx.Tx
		begin := func(ctx context.Context) (err error) {
			tx, err = conn.BeginTx(ctx, beginning(db.opening, level))
			return err
		}
		if err := soon(ctx, begin); err != nil {
			return err
		}
		if err := fn(&transaction{ctx: ctx, tx: tx, jobs: db.jobs}); err != nil {
			if undo := soon(ctx, tx.Rollback); undo != nil && !errors.Is(undo, pgx.ErrTxClosed) {
				return errors.Join(err, undo)
			}
			return err
		}
		return soon(ctx, tx.Commit)
	})
}

// soon gives a step of a transaction the time of a batch.
func soon(ctx context.Context, step func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, batchTimeout)
	defer cancel()
	return translate(step(ctx))
}

// entered holds a change to its audit entry.
func (c *change) entered(err error) error {
	if err == nil && !c.logged && !c.quiet {
		return fmt.Errorf("postgres: %s left no audit entry", c.action)
	}
	return err
}
