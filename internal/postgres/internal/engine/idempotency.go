package engine

import (
	"context"
	"errors"
	"hash/fnv"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/identity"
)

// Key identifies a repeatable request of a user.
type Key struct {
	Path, Key string
	BodyHash  []byte
}

// Kept is the stored answer to an earlier request.
type Kept struct {
	BodyHash []byte
	Status   int
	Answer   []byte // nil if it contained a secret
}

var (
	// ErrTwin means that the same request is under way.
	ErrTwin = errors.New("the same request is under way")

	errNotKept = errors.New("not done before")
)

// keptFor is how long answers are stored.
const keptFor = `interval '24 hours'`

// Begin finds the stored answer to a request. If there is none, ok is false and
// no other request with the key runs until this one ends; if one is running, it
// is ErrTwin.
func (s Scope) Begin(ctx context.Context, k Key) (kept Kept, ok bool, err error) {
	lock := fnv.New64a()
	_, _ = lock.Write([]byte(FormatID(s.UserID) + " " + k.Path + " " + k.Key))
	r := s.own()
	queue := func(b *pgx.Batch) {
		b.Queue(`select pg_try_advisory_xact_lock($1)`, int64(lock.Sum64()))
		b.Queue(`select body_hash, status, answer from idempotency_keys
			where account_id = $1 and user_id = $2 and path = $3 and key = $4 and created_at > now() - `+keptFor, r.account, r.user, k.Path, k.Key)
	}
	err = Ask(ctx, r, queue, func(answers pgx.BatchResults) error {
		var alone bool
		if err := answers.QueryRow().Scan(&alone); err != nil {
			return err
		}
		if !alone {
			return ErrTwin
		}
		err := answers.QueryRow().Scan(&kept.BodyHash, &kept.Status, &kept.Answer)
		if errors.Is(err, pgx.ErrNoRows) {
			return errNotKept
		}
		return err
	})
	if errors.Is(err, errNotKept) {
		return kept, false, nil
	}
	return kept, err == nil, err
}

// Keep stores an answer for repetition.
func (s Scope) Keep(ctx context.Context, k Key, status int, answer []byte) error {
	r := s.own()
	queue := func(b *pgx.Batch) {
		b.Queue(`insert into idempotency_keys (account_id, user_id, path, key, body_hash, status, answer) values ($1, $2, $3, $4, $5, $6, $7)
			on conflict (account_id, user_id, path, key) do update set body_hash = excluded.body_hash, status = excluded.status,
			answer = excluded.answer, created_at = now()`, r.account, r.user, k.Path, k.Key, k.BodyHash, status, answer)
	}
	return Ask(ctx, r, queue, func(answers pgx.BatchResults) error {
		_, err := answers.Exec()
		return err
	})
}

// own reads and writes the caller's stored answers, with any key.
func (s Scope) own() Reader { return AccountWide(ReaderOf(s, s.within.right)) }

// Claim reserves a form that is sent, so that it takes effect once. If it is not mine, kept is the
// answer to it, with status 0 while it is under way. Another body under the same key is another
// form. A form that was under way for a minute has failed with its process.
func (s Scope) Claim(ctx context.Context, right identity.Right, k Key) (kept Kept, mine bool, err error) {
	err = s.Carefully(ctx, right, func(within Scope) error {
		r := within.own()
		return Ask(ctx, r, func(b *pgx.Batch) {
			b.Queue(`insert into idempotency_keys as k (account_id, user_id, path, key, body_hash, status) values ($1, $2, $3, $4, $5, 0)
				on conflict (account_id, user_id, path, key) do update set body_hash = excluded.body_hash, status = 0, answer = null, created_at = now()
				where k.body_hash <> excluded.body_hash or k.created_at < now() - `+keptFor+` or k.status = 0 and k.created_at < now() - interval '1 minute'`,
				r.account, r.user, k.Path, k.Key, k.BodyHash)
			b.Queue(`select body_hash, status, answer from idempotency_keys where account_id = $1 and user_id = $2 and path = $3 and key = $4`, r.account, r.user, k.Path, k.Key)
		}, func(answers pgx.BatchResults) error {
			done, err := answers.Exec()
			if err != nil {
				return err
			}
			mine = done.RowsAffected() == 1
			return answers.QueryRow().Scan(&kept.BodyHash, &kept.Status, &kept.Answer)
		})
	})
	return kept, mine, err
}

// Settle stores where a form led to, or forgets one that changed nothing, with status 0.
func (s Scope) Settle(ctx context.Context, right identity.Right, k Key, status int, answer []byte) error {
	return s.Carefully(ctx, right, func(within Scope) error {
		if status != 0 {
			return within.Keep(ctx, k, status, answer)
		}
		r := within.own()
		return Ask(ctx, r, func(b *pgx.Batch) {
			b.Queue(`delete from idempotency_keys where account_id = $1 and user_id = $2 and path = $3 and key = $4 and status = 0`, r.account, r.user, k.Path, k.Key)
		}, func(answers pgx.BatchResults) error {
			_, err := answers.Exec()
			return err
		})
	})
}
