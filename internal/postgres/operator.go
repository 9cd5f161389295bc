package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// This file holds what operators do to the users of all accounts, besides the
// list of them in door.go.

// RevokeTokens ends every key of the user and every link to a new password, and
// tells how many keys there were; it is ErrNotFound if there was neither.
func (o Own) RevokeTokens(ctx context.Context) (int64, error) {
	done, err := apply[struct {
		Email   string
		Revoked int64
	}](ctx, o.change, `jsonb_build_object('email', email, 'count', revoked)`, `
		with revoked as (
			delete from api_keys where account_id = $1 and user_id = $2 returning id
		), newest as (
			delete from password_resets where account_id = $1 and user_id = $2 returning user_id
		), earlier as (
			delete from earlier_resets where account_id = $1 and user_id = $2 returning user_id
		), changed as (
			select email, (select count(*) from revoked) as revoked from users where account_id = $1 and id = $2
			and exists (select from revoked union all select from newest union all select from earlier)
		)`, o.account, o.user)
	return done.Revoked, err
}

// Holder is a user who has a key, or a link to a new password.
type Holder struct{ AccountID, UserID int64 }

// TokenHolders are the users who have any key or link to a new password.
func (db *DB) TokenHolders(ctx context.Context) ([]Holder, error) {
	return everywhere[Holder](ctx, db, `
		select account_id, user_id from api_keys union select account_id, user_id from password_resets
		union select account_id, user_id from earlier_resets order by account_id, user_id`)
}

// SealedSeed is what the codes of a user's second factor are made of.
type SealedSeed struct {
	AccountID, UserID int64
	Email             string
	Seed              []byte
}

// SealedSeeds are those of all users, confirmed or not.
func (db *DB) SealedSeeds(ctx context.Context) ([]SealedSeed, error) {
	return everywhere[SealedSeed](ctx, db, `select account_id, id as user_id, email, totp_seed as seed from users where totp_seed is not null order by account_id, id`)
}

// ReplaceSeal keeps a seed under a new seal, unless the user has another seed by
// now. For the user nothing has changed.
func (o Own) ReplaceSeal(ctx context.Context, old, new []byte) error {
	o.unchanged()
	_, err := written[touched](ctx, o.change, `update users set totp_seed = $4 where account_id = $1 and id = $2 and totp_seed = $3 returning email`, o.account, o.user, old, new)
	return err
}

func everywhere[T any](ctx context.Context, db *DB, sql string) (found []T, err error) {
	b := &pgx.Batch{}
	b.Queue(sql)
	err = db.send(ctx, b, func(answers pgx.BatchResults) (err error) {
		found, err = rows[T](answers)
		return err
	})
	return found, err
}
