package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/mail"
)

// resetLife is how long a forgotten password can be replaced by a mailed link.
const resetLife = time.Hour

// offerReset mails a link by which a password can be replaced, if there is such
// a user. A newer link makes an older one worthless.
func (db *DB) offerReset(ctx context.Context, f Forgotten) error {
	actor, _, err := db.Credentials(ctx, f.Email)
	if err == fault.ErrNotFound {
		return nil
	}
	if err != nil {
		return err
	}
	r := db.Scope(ByOperator(actor)).reader(identity.Edit)
	me, err := r.Me(ctx)
	if err != nil {
		return err
	}
	token := identity.NewSecret(identity.ResetPrefix)
	c := &change{Reader: r, batch: &pgx.Batch{}}
	c.Mail(mail.Message{What: mail.PasswordReset, To: me.Email, Locale: me.Locale, Data: map[string]string{"name": me.Name(), "link": f.Link + token}})
	_, err = written[touched](ctx, c, `
		insert into password_resets (account_id, user_id, token_hash, expires_at) values ($1, $2, $3, $4)
		on conflict (account_id, user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at
		returning $5::text as email`, actor.AccountID, actor.UserID, identity.HashToken(token), time.Now().Add(resetLife), me.Email)
	return err
}

// ResetPassword replaces a password by the token of a mailed link, which it uses
// up, and ends every key of the user, who is told.
func (db *DB) ResetPassword(ctx context.Context, tokenHash []byte, passwordHash string) error {
	holder, err := lookup[struct{ Email string }](ctx, db, `
		select u.email from password_resets r join users u on u.account_id = r.account_id and u.id = r.user_id
		where r.token_hash = $1 and r.expires_at > now()`, tokenHash)
	if err != nil {
		return err
	}
	actor, _, err := db.Credentials(ctx, holder.Email)
	if err != nil {
		return err
	}
	return db.Scope(ByOperator(actor)).Self(ctx, "password_reset", func(o Own) error {
		if db.jobs != nil {
			o.Mail(mail.Message{What: mail.PasswordChanged, To: holder.Email, Locale: actor.Locale, Data: map[string]string{
				"name": actor.Name, "time": time.Now().UTC().Format(mail.TimeFormat)}})
		}
		_, err := apply[touched](ctx, o.change, byEmail, `
			with used as (
				delete from password_resets where account_id = $1 and user_id = $2 and token_hash = $3 and expires_at > now() returning user_id
			), ended as (
				delete from api_keys using used where api_keys.account_id = $1 and api_keys.user_id = used.user_id
			), changed as (
				update users set password_hash = $4, updated_at = now() from used where account_id = $1 and id = used.user_id returning email
			)`, o.account, o.user, tokenHash, passwordHash)
		return err
	})
}
