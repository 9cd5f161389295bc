package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/mail"
)

const (
	resetLife  = time.Hour     // how long a forgotten password can be replaced by a mailed link
	resetPause = `'5 minutes'` // after which a further link may be mailed
)

// offerReset mails a link by which a password can be replaced, if there is such
// a user and none was mailed just now. It goes to the last confirmed address.
// Links from before stay good until they expire.
func (db *DB) offerReset(ctx context.Context, f Forgotten) error {
	actor, _, err := db.Credentials(ctx, f.Email)
	if err == fault.ErrNotFound {
		return nil
	}
	if err != nil {
		return err
	}
	r := db.Scope(ByOperator(actor)).reader(identity.Edit)
	box, err := r.Mailbox(ctx)
	if err != nil {
		return err
	}
	token := identity.NewSecret(identity.ResetPrefix)
	c := &change{Reader: r, batch: &pgx.Batch{}}
	c.Mail(mail.Message{What: mail.PasswordReset, To: box.Confirmed, Locale: box.Locale, Data: map[string]string{"name": box.Name(), "link": f.Link + token}})
	if err = c.offerReset(ctx, box, token); err == fault.ErrNotFound {
		return nil // it was mailed just now, or the address has changed meanwhile
	}
	return err
}

// offerReset keeps a link; it is ErrNotFound if it is too soon for another one.
// The row of the user decides, so that of two requests one is mailed.
func (c *change) offerReset(ctx context.Context, box Mailbox, token string) error {
	c.first(`delete from earlier_resets where account_id = $1 and user_id = $2 and expires_at <= now()`, c.account, c.user)
	_, err := written[touched](ctx, c, `
		with due as (
			update users set reset_mailed_at = now()
			where account_id = $1 and id = $2 and coalesce(confirmed_email, email) = $5
			and (reset_mailed_at is null or reset_mailed_at <= now() - interval `+resetPause+`) returning id, email
		), earlier as (
			insert into earlier_resets (account_id, user_id, token_hash, expires_at)
			select account_id, user_id, token_hash, expires_at from password_resets
			where account_id = $1 and user_id = (select id from due) and expires_at > now()
		), newest as (
			insert into password_resets (account_id, user_id, token_hash, expires_at) select $1, id, $3, $4 from due
			on conflict (account_id, user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at
		)
		select email from due`, c.account, c.user, identity.HashToken(token), time.Now().Add(resetLife), box.Confirmed)
	return err
}

// ResetPassword replaces a password by the token of a mailed link, which it uses
// up like every other one, and ends every key of the user, who is told.
func (db *DB) ResetPassword(ctx context.Context, tokenHash []byte, passwordHash string) error {
	holder, err := lookup[struct{ Email, Confirmed string }](ctx, db, `
		select u.email, coalesce(u.confirmed_email, u.email) as confirmed from users u join (
			select account_id, user_id from password_resets where token_hash = $1 and expires_at > now()
			union all select account_id, user_id from earlier_resets where token_hash = $1 and expires_at > now()
		) r on u.account_id = r.account_id and u.id = r.user_id`, tokenHash)
	if err != nil {
		return err
	}
	actor, _, err := db.Credentials(ctx, holder.Email)
	if err != nil {
		return err
	}
	return db.Scope(ByOperator(actor)).Self(ctx, "password_reset", func(o Own) error {
		if db.jobs != nil {
			o.Mail(mail.Message{What: mail.PasswordChanged, To: holder.Confirmed, Locale: actor.Locale, Data: map[string]string{
				"name": actor.Name, "time": time.Now().UTC().Format(mail.TimeFormat)}})
		}
		_, err := apply[touched](ctx, o.change, byEmail, `
			with newest as (
				delete from password_resets where account_id = $1 and user_id = $2 and token_hash = $3 and expires_at > now() returning user_id
			), earlier as (
				delete from earlier_resets where account_id = $1 and user_id = $2 and token_hash = $3 and expires_at > now() returning user_id
			), used as (
				select user_id from newest union all select user_id from earlier
			), ended as (
				delete from api_keys using used where api_keys.account_id = $1 and api_keys.user_id = used.user_id
			), changed as (
				update users set password_hash = $4, updated_at = now() from used where account_id = $1 and id = used.user_id returning email
			)`, o.account, o.user, tokenHash, passwordHash)
		return err
	})
}
