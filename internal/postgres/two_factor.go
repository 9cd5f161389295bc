package postgres

import (
	"context"
	"errors"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
)

// After this many wrong codes in a row no code is accepted for a while, doubling
// each time.
const (
	codeFailures = 20
	codePause    = "15 minutes"
	longestPause = "1 day"
)

// TwoFactor reports whether the caller has a second factor.
func (r Reader) TwoFactor(ctx context.Context) (identity.TwoFactor, error) {
	return one[identity.TwoFactor](ctx, accountWide(r), `
		select totp_enabled as enabled, case when totp_enabled then (select count(*) from recovery_codes where account_id = $1 and user_id = $2) else 0 end as recovery_codes_left
		from users where account_id = $1 and id = $2`, r.account, r.user)
}

// Secrets are what a user is verified by.
type Secrets struct {
	Email, PasswordHash string
	TOTPSeed            []byte `db:"totp_seed"` // sealed; nil without a second factor
	TOTPEnabled         bool   `db:"totp_enabled"`
	Blocked             bool   // after too many wrong passwords or codes
}

const secrets = `email, password_hash, totp_seed, totp_enabled, coalesce(code_blocked_until > now(), false) as blocked`

// Secrets reads what the caller's password and codes are checked against.
func (r Reader) Secrets(ctx context.Context) (Secrets, error) {
	return one[Secrets](ctx, r, `select `+secrets+` from users where account_id = $1 and id = $2`, r.account, r.user)
}

// touched is a changed user.
type touched struct{ Email string }

const byEmail = `jsonb_build_object('email', email)`

// BeginTwoFactor stores a sealed seed that is not in force yet. Nothing is logged
// until it is confirmed.
func (o Own) BeginTwoFactor(ctx context.Context, sealed []byte) error {
	unchanged(o.change)
	_, err := written[touched](ctx, o.change, `
		update users set totp_seed = $3, totp_last_step = 0 where account_id = $1 and id = $2 and not totp_enabled returning email`, o.account, o.user, sealed)
	if errors.Is(err, fault.ErrNotFound) {
		return fault.On("password", "The second factor is enabled already; disable it first.")
	}
	return err
}

// ConfirmTwoFactor puts the seed in force and uses up the step that proved it.
func (o Own) ConfirmTwoFactor(ctx context.Context, step int64, codes []string) error {
	o.endOtherSessions()
	first(o.change, `delete from recovery_codes where account_id = $1 and user_id = $2`, o.account, o.user)
	_, err := applySteps[touched](ctx, o.change, plainly(byEmail), `
		with changed as (
			update users set totp_enabled = true, totp_last_step = $3, code_failures = 0, updated_at = now()
			where account_id = $1 and id = $2 and not totp_enabled and totp_seed is not null returning email
		), codes as (
			insert into recovery_codes (account_id, user_id, code_hash) select $1, $2, code from changed, unnest($4::bytea[]) code
		)`, o.account, o.user, step, hashes(codes))
	return err
}

func (o Own) RenewRecoveryCodes(ctx context.Context, codes []string) error {
	first(o.change, `delete from recovery_codes where account_id = $1 and user_id = $2`, o.account, o.user)
	_, err := applySteps[touched](ctx, o.change, plainly(byEmail), `
		with changed as (
			select email from users where account_id = $1 and id = $2 and totp_enabled
		), codes as (
			insert into recovery_codes (account_id, user_id, code_hash) select $1, $2, code from changed, unnest($3::bytea[]) code
		)`, o.account, o.user, hashes(codes))
	return err
}

// DisableTwoFactor deletes the second factor and its recovery codes.
func (o Own) DisableTwoFactor(ctx context.Context) error {
	o.endOtherSessions()
	first(o.change, `delete from recovery_codes where account_id = $1 and user_id = $2`, o.account, o.user)
	_, err := apply[touched](ctx, o.change, plainly(byEmail), `
		update users set totp_enabled = false, totp_seed = null, totp_last_step = 0, code_failures = 0, code_blocked_until = null, updated_at = now()
		where account_id = $1 and id = $2 and totp_enabled returning email`, o.account, o.user)
	return err
}

// endOtherSessions ends those of other browsers, which were signed in by other rules.
// Keys of programs stay.
func (o Own) endOtherSessions() {
	first(o.change, `delete from api_keys where account_id = $1 and user_id = $2 and id <> $3 and kind = 'session'`, o.account, o.user, o.access.KeyID)
}

// UseStep uses up a time step and reports whether it was unused. Of two requests
// with one code, one succeeds.
func (s Scope) UseStep(ctx context.Context, step int64) (bool, error) {
	return s.used(ctx, `
		update users set totp_last_step = $3, code_failures = 0, code_blocked_until = null
		where account_id = $1 and id = $2 and totp_last_step < $3 and (code_blocked_until is null or code_blocked_until <= now()) returning email`, step)
}

// UseRecoveryCode uses up a recovery code and reports whether it existed.
func (s Scope) UseRecoveryCode(ctx context.Context, code string) (bool, error) {
	return s.used(ctx, `
		with used as (
			delete from recovery_codes where account_id = $1 and user_id = $2 and code_hash = $3
			and not exists (select from users where account_id = $1 and id = $2 and code_blocked_until > now()) returning 1
		)
		update users set code_failures = 0, code_blocked_until = null
		where account_id = $1 and id = $2 and exists (select from used) returning email`, identity.HashRecoveryCode(code))
}

// CountWrongCode counts a wrong code against the user, from whatever address.
func (db *DB) CountWrongCode(ctx context.Context, actor identity.Actor) error {
	_, err := db.Scope(ByOperator(actor)).used(ctx, `
		update users set code_failures = code_failures + 1, code_blocked_until = case
			when (code_failures + 1) % $3 = 0 then now() + least(interval '`+codePause+`' * 2 ^ least((code_failures + 1) / $3 - 1, 10), interval '`+longestPause+`')
			else code_blocked_until end
		where account_id = $1 and id = $2 returning email`, codeFailures)
	return err
}

// used runs an update that is not logged, by itself or within a careful change,
// and reports whether it hit a row.
func (s Scope) used(ctx context.Context, sql string, arg any) (bool, error) {
	_, err := written[touched](ctx, unlogged(accountWide(unconfirmed(s, identity.Edit))), sql, s.AccountID, s.UserID, arg)
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
func (o Own) SetPassword(ctx context.Context, passwordHash string) error {
	first(o.change, `delete from api_keys where account_id = $1 and user_id = $2 and id <> $3`, o.account, o.user, o.access.KeyID)
	_, err := apply[touched](ctx, o.change, plainly(byEmail), `
		update users set password_hash = $3, updated_at = now() where account_id = $1 and id = $2 returning email`, o.account, o.user, passwordHash)
	return err
}
