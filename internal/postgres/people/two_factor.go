package people

import (
	"context"
	"errors"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres/internal/engine"
)

// After this many wrong codes in a row no code is accepted for a while, doubling
// each time.
const (
	codeFailures = 20
	codePause    = "15 minutes"
	longestPause = "1 day"
)

// TwoFactor reports whether the caller has a second factor.
func TwoFactor(ctx context.Context, r engine.Reader) (identity.TwoFactor, error) {
	return engine.One[identity.TwoFactor](ctx, engine.AccountWide(r), `
		select totp_enabled as enabled, case when totp_enabled then (select count(*) from recovery_codes where account_id = $1 and user_id = $2) else 0 end as recovery_codes_left
		from users where account_id = $1 and id = $2`, r.AccountID(), r.UserID())
}

const secrets = `email, password_hash, totp_seed, totp_enabled, suspended_at is not null or account_suspended as suspended, coalesce(code_blocked_until > now(), false) as blocked`

// Secrets reads the hashes that the caller's password and codes are checked against.
func Secrets(ctx context.Context, r engine.Reader) (engine.Secrets, error) {
	return engine.One[engine.Secrets](ctx, r, `select `+secrets+` from users where account_id = $1 and id = $2`, r.AccountID(), r.UserID())
}

// touched is a changed user.
type touched struct{ Email string }

const byEmail = `jsonb_build_object('email', email)`

// BeginTwoFactor stores a sealed seed that is not in force yet. Nothing is logged
// until it is confirmed.
func BeginTwoFactor(ctx context.Context, o engine.Own, sealed []byte) error {
	engine.Unchanged(o.Edit)
	_, err := engine.Written[touched](ctx, o.Edit, `
		update users set totp_seed = $3, totp_last_step = 0 where account_id = $1 and id = $2 and not totp_enabled returning email`, o.AccountID(), o.UserID(), sealed)
	if errors.Is(err, fault.ErrNotFound) {
		return fault.On("password", "The second factor is enabled already; disable it first.")
	}
	return err
}

// ConfirmTwoFactor puts the seed in force and uses up the step that proved it.
func ConfirmTwoFactor(ctx context.Context, o engine.Own, step int64, codes []string) error {
	endOtherSessions(o)
	engine.First(o.Edit, `delete from recovery_codes where account_id = $1 and user_id = $2`, o.AccountID(), o.UserID())
	_, err := engine.ApplySteps[touched](ctx, o.Edit, engine.Plainly(byEmail), `
		with changed as (
			update users set totp_enabled = true, totp_last_step = $3, code_failures = 0, updated_at = now()
			where account_id = $1 and id = $2 and not totp_enabled and totp_seed is not null returning email
		), codes as (
			insert into recovery_codes (account_id, user_id, code_hash) select $1, $2, code from changed, unnest($4::bytea[]) code
		)`, o.AccountID(), o.UserID(), step, hashes(codes))
	return err
}

func RenewRecoveryCodes(ctx context.Context, o engine.Own, codes []string) error {
	engine.First(o.Edit, `delete from recovery_codes where account_id = $1 and user_id = $2`, o.AccountID(), o.UserID())
	_, err := engine.ApplySteps[touched](ctx, o.Edit, engine.Plainly(byEmail), `
		with changed as (
			select email from users where account_id = $1 and id = $2 and totp_enabled
		), codes as (
			insert into recovery_codes (account_id, user_id, code_hash) select $1, $2, code from changed, unnest($3::bytea[]) code
		)`, o.AccountID(), o.UserID(), hashes(codes))
	return err
}

// DisableTwoFactor deletes the second factor and its recovery codes.
func DisableTwoFactor(ctx context.Context, o engine.Own) error {
	endOtherSessions(o)
	engine.First(o.Edit, `delete from recovery_codes where account_id = $1 and user_id = $2`, o.AccountID(), o.UserID())
	_, err := engine.Apply[touched](ctx, o.Edit, engine.Plainly(byEmail), `
		update users set totp_enabled = false, totp_seed = null, totp_last_step = 0, code_failures = 0, code_blocked_until = null, updated_at = now()
		where account_id = $1 and id = $2 and totp_enabled returning email`, o.AccountID(), o.UserID())
	return err
}

// endOtherSessions ends the sessions of other browsers, which signed in without this second factor.
// API keys stay.
func endOtherSessions(o engine.Own) {
	engine.First(o.Edit, `delete from api_keys where account_id = $1 and user_id = $2 and id <> $3 and kind = 'session'`, o.AccountID(), o.UserID(), o.Access().KeyID)
}

// UseStep uses up a time step and reports whether it was unused. Of two requests
// with one code, one succeeds.
func UseStep(ctx context.Context, s engine.Scope, step int64) (bool, error) {
	return used(ctx, s, `
		update users set totp_last_step = $3, code_failures = 0, code_blocked_until = null
		where account_id = $1 and id = $2 and totp_last_step < $3 and (code_blocked_until is null or code_blocked_until <= now()) returning email`, step)
}

// UseRecoveryCode uses up a recovery code and reports whether it existed.
func UseRecoveryCode(ctx context.Context, s engine.Scope, code string) (bool, error) {
	return used(ctx, s, `
		with used as (
			delete from recovery_codes where account_id = $1 and user_id = $2 and code_hash = $3
			and not exists (select from users where account_id = $1 and id = $2 and code_blocked_until > now()) returning 1
		)
		update users set code_failures = 0, code_blocked_until = null
		where account_id = $1 and id = $2 and exists (select from used) returning email`, identity.HashRecoveryCode(code))
}

// CountWrongCode counts a wrong code against the user, from whatever address.
func CountWrongCode(ctx context.Context, db *engine.DB, actor identity.Actor) error {
	_, err := used(ctx, db.Scope(engine.ByOperator(actor)), `
		update users set code_failures = code_failures + 1, code_blocked_until = case
			when (code_failures + 1) % $3 = 0 then now() + least(interval '`+codePause+`' * 2 ^ least((code_failures + 1) / $3 - 1, 10), interval '`+longestPause+`')
			else code_blocked_until end
		where account_id = $1 and id = $2 returning email`, codeFailures)
	return err
}

// used runs an update that is not logged, by itself or within a careful change,
// and reports whether it hit a row.
func used(ctx context.Context, s engine.Scope, sql string, arg any) (bool, error) {
	_, err := engine.Written[touched](ctx, engine.Unlogged(engine.AccountWide(engine.Unconfirmed(s, identity.Edit))), sql, s.AccountID, s.UserID, arg)
	if errors.Is(err, fault.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

func hashes(codes []string) [][]byte {
	all := make([][]byte, len(codes))
	for i, c := range codes {
		all[i] = identity.HashRecoveryCode(c)
	}
	return all
}

// SetPassword replaces the password and ends every key but the one in use.
func SetPassword(ctx context.Context, o engine.Own, passwordHash string) error {
	engine.First(o.Edit, `delete from api_keys where account_id = $1 and user_id = $2 and id <> $3`, o.AccountID(), o.UserID(), o.Access().KeyID)
	_, err := engine.Apply[touched](ctx, o.Edit, engine.Plainly(byEmail), `
		update users set password_hash = $3, updated_at = now() where account_id = $1 and id = $2 returning email`, o.AccountID(), o.UserID(), passwordHash)
	return err
}
