package people

import (
	"context"

	"vitrine/internal/postgres/internal/engine"

	"github.com/jackc/pgx/v5"
)

// What operators do to the users of all accounts; their list is in preauth.go.

// RevokeTokens ends every key and password link of the user and returns the
// number of keys; it is ErrNotFound if there was neither.
func RevokeTokens(ctx context.Context, o engine.Own) (int64, error) {
	done, err := engine.ApplySteps[struct {
		Email   string
		Revoked int64
	}](ctx, o.Edit, engine.Plainly(`jsonb_build_object('email', email, 'count', revoked)`), `
		with revoked as (
			delete from api_keys where account_id = $1 and user_id = $2 returning id
		), newest as (
			delete from password_resets where account_id = $1 and user_id = $2 returning user_id
		), earlier as (
			delete from earlier_resets where account_id = $1 and user_id = $2 returning user_id
		), changed as (
			select email, (select count(*) from revoked) as revoked from users where account_id = $1 and id = $2
			and exists (select from revoked union all select from newest union all select from earlier)
		)`, o.AccountID(), o.UserID())
	return done.Revoked, err
}

// Holder is a user with a key or a password link.
type Holder struct{ AccountID, UserID int64 }

func TokenHolders(ctx context.Context, db *engine.DB) ([]Holder, error) {
	return everywhere[Holder](ctx, db, `
		select account_id, user_id from api_keys union select account_id, user_id from password_resets
		union select account_id, user_id from earlier_resets order by account_id, user_id`)
}

// SealedSeed is the secret behind a user's second factor.
type SealedSeed struct {
	AccountID, UserID int64
	Email             string
	Seed              []byte
}

// SealedSeeds returns those of all users, confirmed or not.
func SealedSeeds(ctx context.Context, db *engine.DB) ([]SealedSeed, error) {
	return everywhere[SealedSeed](ctx, db, `select account_id, id as user_id, email, totp_seed as seed from users where totp_seed is not null order by account_id, id`)
}

// ReplaceSeal stores a seed under a new seal, unless the user has a new seed. For the user nothing changes.
func ReplaceSeal(ctx context.Context, o engine.Own, old, new []byte) error {
	engine.Unchanged(o.Edit)
	_, err := engine.Written[touched](ctx, o.Edit, `update users set totp_seed = $4 where account_id = $1 and id = $2 and totp_seed = $3 returning email`, o.AccountID(), o.UserID(), old, new)
	return err
}

func everywhere[T any](ctx context.Context, db *engine.DB, sql string) (found []T, err error) {
	b := &pgx.Batch{}
	b.Queue(sql)
	err = engine.Unscoped(ctx, db, b, func(answers pgx.BatchResults) (err error) {
		found, err = engine.Rows[T](answers)
		return err
	})
	return found, err
}
