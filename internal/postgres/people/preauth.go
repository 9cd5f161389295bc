package people

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres/internal/engine"
)

// Queries that run before an account is known: token, login, registration. They find rows
// of users, api_keys or verifications by a unique key. The engine finds keys, share links and
// public collections the same way; the policies of every other table refuse them.

// keyHolders joins keys with their users; actor selects what a request needs to
// know of the caller.
const (
	keyHolders = `api_keys k join users u on u.account_id = k.account_id and u.id = k.user_id`

	actor = `u.id as user_id, u.account_id, coalesce(k.of_session, k.id) as key_id, u.role, coalesce(u.nickname, u.first_name || ' ' || u.last_name) as name, u.locale, k.last_used_at, k.scopes, k.expires_at, k.collection_ids, coalesce(k.rate_limit, 0) as rate_limit, k.suspended`
)

// Actor finds the caller by the hash of their token, and when the token was last
// used. It is ErrNotFound without such a token, and ErrSuspended if its user or account is suspended.
func Actor(ctx context.Context, db *engine.DB, tokenHash []byte) (identity.Actor, time.Time, error) {
	found, err := engine.Lookup[struct {
		identity.Actor
		LastUsedAt time.Time
		Suspended  bool
	}](ctx, db, `
select `+actor+` from `+keyHolders+` where k.token_hash = $1 and `+engine.NotExpired, tokenHash)
	if err == nil && found.Suspended {
		err = fault.ErrSuspended
	}
	return found.Actor, found.LastUsedAt, err
}

// KeyHolder finds the holder of a key, and the hash of its token.
func KeyHolder(ctx context.Context, db *engine.DB, account, key int64) (identity.Actor, []byte, error) {
	found, err := engine.Lookup[struct {
		identity.Actor
		LastUsedAt time.Time
		Suspended  bool
		TokenHash  []byte
	}](ctx, db, `
		select `+actor+`, k.token_hash from `+keyHolders+` where k.account_id = $1 and k.id = $2 and not k.suspended and `+engine.NotExpired, account, key)
	return found.Actor, found.TokenHash, err
}

// Credentials finds a user by e-mail, with what a login is checked against: one statement,
// whether or not there is a second factor.
func Credentials(ctx context.Context, db *engine.DB, email string) (identity.Actor, engine.Secrets, error) {
	found, err := engine.Lookup[struct {
		identity.Actor
		engine.Secrets
	}](ctx, db, `
		select id as user_id, account_id, 0::bigint as key_id, role, coalesce(nickname, first_name || ' ' || last_name) as name, locale, null::text[] as scopes, null::timestamptz as expires_at, null::bigint[] as collection_ids, 0 as rate_limit, `+secrets+`
		from users where email = $1`, email)
	return found.Actor, found.Secrets, err
}

// EmailTaken reports whether a user of any account has the address.
func EmailTaken(ctx context.Context, db *engine.DB, email string) (bool, error) {
	return EmailTakenIn(ctx, db.Scope(engine.Access{}), email)
}

// EmailTakenIn is EmailTaken; within a careful transaction it runs on the same
// connection, briefly without a scope.
func EmailTakenIn(ctx context.Context, s engine.Scope, email string) (taken bool, err error) {
	b := &pgx.Batch{}
	b.Queue(`select set_config('app.account_id', '', true)`)
	b.Queue(`select exists (select from users where email = $1)`, email)
	err = engine.LeavingScope(ctx, s, b, func(answers pgx.BatchResults) error {
		if _, err := answers.Exec(); err != nil {
			return err
		}
		return answers.QueryRow().Scan(&taken)
	})
	return taken, err
}

// Verification finds the verification data of a pack by the hash of its code. It needs no caller:
// whoever has the code has the pack.
func Verification(ctx context.Context, db *engine.DB, codeHash []byte) (catalog.Verification, error) {
	return engine.Lookup[catalog.Verification](ctx, db, `select code_hash, made_at, copies, entries from verifications where code_hash = $1`, codeHash)
}

// UserRow is a user as an operator sees them.
type UserRow struct {
	ID        int64         `json:"id"`
	AccountID int64         `json:"account_id"`
	Email     string        `json:"email"`
	Role      identity.Role `json:"role"`
	TwoFactor bool          `json:"two_factor"`
	Suspended bool          `json:"suspended"`
	CreatedAt time.Time     `json:"created_at"`
}

// Users lists users of all accounts, for the operator.
func Users(ctx context.Context, db *engine.DB, search string, limit int) (found []UserRow, err error) {
	b := &pgx.Batch{}
	b.Queue(`select id, account_id, email, role, totp_enabled as two_factor, suspended_at is not null or account_suspended as suspended, created_at from users
		where strpos(email, lower($1)) > 0 or $1 = '' order by id limit nullif($2, 0)`, search, limit)
	err = engine.Unscoped(ctx, db, b, func(answers pgx.BatchResults) (err error) {
		found, err = engine.Rows[UserRow](answers)
		return err
	})
	return found, err
}

// TouchKeys records when keys were last used; each is identified by account and
// id.
func TouchKeys(ctx context.Context, db *engine.DB, accounts, ids []int64, at []time.Time) error {
	b := &pgx.Batch{}
	b.Queue(`update api_keys k set last_used_at = seen.at
		from unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) seen (account_id, id, at)
		where k.account_id = seen.account_id and k.id = seen.id and k.last_used_at < seen.at`, accounts, ids, at)
	return engine.Unscoped(ctx, db, b, func(answers pgx.BatchResults) error {
		_, err := answers.Exec()
		return err
	})
}
