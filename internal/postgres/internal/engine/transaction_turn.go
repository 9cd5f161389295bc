package engine

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/share"
)

// InTurn is Carefully for many changes at once. They are all done by the deadline of the context, or
// none. Those of one account take turns: each holds many locks in any order, so two would deadlock
// again and again. Conflicts with other instances and with single changes are retried.
func (s Scope) InTurn(ctx context.Context, right identity.Right, fn func(Scope) error) error {
	if !right.Allows(s.Actor) {
		return fault.ErrNotFound
	}
	if s.within != nil {
		return fn(s)
	}
	end, limited := ctx.Deadline()
	if !limited {
		end = time.Now().Add(wholeTime(ctx))
	}
	turn, err := s.db.turn(ctx, s.AccountID, end)
	if err != nil {
		return err
	}
	defer turn.Give()
	for attempt := 0; ; attempt++ {
		err := s.db.transact(s.seated(ctx), time.Until(end), pgx.RepeatableRead, func(t *transaction) error {
			t.right, t.many = right, true
			if err := t.takeTime(ctx); err != nil {
				return err
			}
			return fn(Scope{s.Access, s.db, t})
		})
		if !clash(err) || time.Now().After(end) {
			return err
		}
		s.db.makeWay(attempt)
	}
}

// turn waits for the turn of an account.
func (db *DB) turn(ctx context.Context, account int64, end time.Time) (*share.Held, error) {
	ctx, cancel := context.WithDeadline(context.WithoutCancel(ctx), end)
	defer cancel()
	turn, err := db.turns.TakeFor(ctx, account, 1)
	if err != nil {
		return nil, &fault.Unavailable{After: time.Second, Cause: err}
	}
	return turn, nil
}

// takeTime lets each change wait for locks as long as the transaction may last.
func (t *transaction) takeTime(ctx context.Context) error {
	b := &pgx.Batch{}
	b.Queue(`select set_config('lock_timeout', '25s', true), set_config('statement_timeout', '25s', true)`)
	return t.send(ctx, b, func(answers pgx.BatchResults) error { return LastHit(answers, 1) })
}

// Work runs fn in its own transaction, with time for many changes. The caller must have the right.
// Conflicts with other changes are retried, up to a limit.
func Work(ctx context.Context, s Scope, right identity.Right, attempts int, fn func(Scope, Reader) error) (err error) {
	if s.within != nil {
		return errors.New("postgres: work has a transaction of its own")
	}
	for attempt := range attempts {
		err = s.db.transact(ctx, cascadeTimeout, pgx.RepeatableRead, func(t *transaction) error {
			t.right, t.many = right, true
			if err := t.takeTime(ctx); err != nil {
				return err
			}
			within := Scope{s.Access, s.db, t}
			return fn(within, ReaderOf(within, right))
		})
		if !clash(err) {
			break
		}
		s.db.makeWay(10 * (attempt + 1))
	}
	return err
}
