package people

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres/internal/engine"
)

// Trial is how long a visitor may try, how many may at once, and what each may store.
type Trial struct {
	For     time.Duration
	AtOnce  int64
	Storage int64 // bytes
}

// RegisterTrial is Register for a visitor who tries a demo: their account ends by itself. It is
// ErrNotFound if as many try as may at once; a few more may, if they come at the same time.
func RegisterTrial(ctx context.Context, db *engine.DB, in identity.Registration, passwordHash, token string, t Trial) error {
	return engine.UnscopedSteps(ctx, db, func(send engine.Sending) ([]engine.Job, error) {
		hit := func(b *pgx.Batch) error {
			return send(ctx, b, func(answers pgx.BatchResults) error { return engine.LastHit(answers, b.Len()) })
		}
		room := &pgx.Batch{}
		room.Queue(`select 1 where (select count(account_id) from trials) < $1`, t.AtOnce)
		if err := hit(room); err != nil {
			return nil, err
		}
		b := registering(in, passwordHash, token)
		b.Queue(`update accounts set storage_quota = $1 where id = current_setting('app.account_id')::bigint`, t.Storage)
		b.Queue(`insert into trials (account_id, ends_at) values (current_setting('app.account_id')::bigint, now() + $1::interval)`, t.For)
		return nil, hit(b)
	})
}

// EndTrial erases an account whose trial is over, and names it; 0 if there is none. Concurrent
// instances take different accounts. It has the time that a large account takes: one that could not be
// erased would be the first again, and keep all others from ending.
func EndTrial(ctx context.Context, db *engine.DB) (account int64, err error) {
	ctx = engine.Lasting(ctx)
	err = engine.UnscopedSteps(ctx, db, func(send engine.Sending) ([]engine.Job, error) {
		b := &pgx.Batch{}
		b.Queue(`select set_config('statement_timeout', '10min', true)`)
		b.Queue(`select account_id from trials where ends_at <= now() order by ends_at limit 1 for update skip locked`)
		err := send(ctx, b, func(answers pgx.BatchResults) error {
			if _, err := answers.Exec(); err != nil {
				return err
			}
			return answers.QueryRow().Scan(&account)
		})
		if errors.Is(err, fault.ErrNotFound) || errors.Is(err, pgx.ErrNoRows) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		b = &pgx.Batch{}
		b.Queue(engine.ToScope, engine.FormatID(account))
		b.Queue(`select end_trial($1)`, account)
		return nil, send(ctx, b, func(answers pgx.BatchResults) error { return engine.LastHit(answers, 2) })
	})
	return account, err
}
