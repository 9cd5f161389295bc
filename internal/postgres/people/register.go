package people

import (
	"context"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/postgres/internal/engine"
)

// Register creates an account, its owner and their first token. It is Invalid if
// the e-mail is taken, even by a simultaneous registration.
func Register(ctx context.Context, db *engine.DB, in identity.Registration, passwordHash, token string) error {
	b := registering(in, passwordHash, token)
	return engine.Unscoped(ctx, db, b, func(answers pgx.BatchResults) error { return engine.LastHit(answers, b.Len()) })
}

// RegisterFirst is Register for the first user of all. It is ErrNotFound if there is a user. The lock
// waits for users who are being made, and lets nobody make another meanwhile.
func RegisterFirst(ctx context.Context, db *engine.DB, in identity.Registration, passwordHash, token string) error {
	return engine.UnscopedSteps(ctx, db, func(send engine.Sending) ([]engine.Job, error) {
		alone := &pgx.Batch{}
		alone.Queue(`lock table users in share row exclusive mode`)
		alone.Queue(`select 1 where not exists (select from users)`)
		hit := func(b *pgx.Batch) error {
			return send(ctx, b, func(answers pgx.BatchResults) error { return engine.LastHit(answers, b.Len()) })
		}
		if err := hit(alone); err != nil {
			return nil, err
		}
		first := registering(in, passwordHash, token)
		first.Queue(`update users set operates = true where account_id = current_setting('app.account_id')::bigint`)
		return nil, hit(first)
	})
}

// registering are the statements of Register.
func registering(in identity.Registration, passwordHash, token string) *pgx.Batch {
	b := &pgx.Batch{}
	b.Queue(`select set_config('app.account_id', nextval(pg_get_serial_sequence('accounts', 'id'))::text, true)`)
	b.Queue(`
		with account as (
			insert into accounts (id, name, currency) values (current_setting('app.account_id')::bigint, $1 || ' ' || $2, coalesce(nullif($10, ''), 'USD')) returning id
		), owner as (
			insert into users (account_id, role, first_name, last_name, email, password_hash, locale)
			select id, 'owner', $1, $2, $3, $4, coalesce(nullif($9, ''), 'en') from account returning account_id, id
		), key as (
			insert into api_keys (account_id, user_id, name, token_hash, `+sessionColumns+`) select account_id, id, $5, $6, `+sessionValues(`$8`)+` from owner
		), address as (
			insert into known_addresses (account_id, user_id, address) select account_id, id, $7 from owner where $7 <> ''
		)
		insert into logs (account_id, user_id, user_name, action, parameters)
		select account_id, id, $1 || ' ' || $2, '`+string(catalog.AccountCreated)+`', jsonb_build_object('email', $3::text) from owner`,
		in.FirstName, in.LastName, in.Email, passwordHash, in.DeviceName, identity.HashToken(token), in.Address, identity.IsSession(token), in.Locale, in.Currency)
	return b
}

// Unclaimed reports whether there is no user yet.
func Unclaimed(ctx context.Context, db *engine.DB) (bool, error) {
	b, unclaimed := &pgx.Batch{}, false
	b.Queue(`select not exists (select from users)`)
	err := engine.Unscoped(ctx, db, b, func(answers pgx.BatchResults) error { return answers.QueryRow().Scan(&unclaimed) })
	return unclaimed, err
}
