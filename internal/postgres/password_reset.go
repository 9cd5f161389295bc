package postgres

import (
	"context"
	"strconv"
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
	me, err := db.View(actor).Me(ctx)
	if err != nil {
		return err
	}
	token := identity.NewSecret(identity.ResetPrefix)
	c := &change{Reader: db.View(actor), batch: scoped(actor.AccountID, toWrite)}
	c.Mail(mail.Message{What: mail.PasswordReset, To: me.Email, Locale: me.Locale, Data: map[string]string{"name": me.Name(), "link": f.Link + token}})
	_, err = written[touched](ctx, c, `
		insert into password_resets (account_id, user_id, token_hash, expires_at) values ($1, $2, $3, $4)
		on conflict (account_id, user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at
		returning $5::text as email`, actor.AccountID, actor.UserID, identity.HashToken(token), time.Now().Add(resetLife), me.Email)
	return err
}

// ResetPassword replaces a password by the token of a mailed link, which it uses
// up, and ends every key of the user.
func (db *DB) ResetPassword(ctx context.Context, tokenHash []byte, passwordHash string) error {
	found, err := lookup[struct{ AccountID, UserID int64 }](ctx, db, `
		select account_id, user_id from password_resets where token_hash = $1 and expires_at > now()`, tokenHash)
	if err != nil {
		return err
	}
	b := &pgx.Batch{}
	b.Queue(toWrite, strconv.FormatInt(found.AccountID, 10))
	b.Queue(`
		with used as (
			delete from password_resets where account_id = $1 and user_id = $2 and token_hash = $3 and expires_at > now() returning user_id
		), changed as (
			update users set password_hash = $4, updated_at = now() from used where account_id = $1 and id = used.user_id
			returning id, email, coalesce(nickname, first_name || ' ' || last_name) as name
		), ended as (
			delete from api_keys using changed where account_id = $1 and user_id = changed.id
		)
		insert into logs (account_id, user_id, user_name, action, parameters)
		select $1, id, name, 'password_reset', jsonb_build_object('email', email) from changed`,
		found.AccountID, found.UserID, tokenHash, passwordHash)
	return db.send(ctx, b, func(answers pgx.BatchResults) error { return lastHit(answers, b.Len()) })
}
