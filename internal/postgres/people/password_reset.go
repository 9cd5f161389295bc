package people

import (
	"context"
	"errors"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres/internal/engine" // of a mailed link
)

const (
	resetLife  = time.Hour
	resetPause = `'5 minutes'` // between two links
)

// OfferReset stores a password link and queues its mail, if the user exists and
// no link was mailed just now. Earlier links work until they expire.
func OfferReset(ctx context.Context, db *engine.DB, email, token string, write func(Mailbox) engine.Job) error {
	actor, _, err := Credentials(ctx, db, email)
	if errors.Is(err, fault.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	r := engine.ReaderOf(db.Scope(engine.ByOperator(actor)), identity.Edit)
	box, err := ReadMailbox(ctx, r)
	if err != nil {
		return err
	}
	c := engine.Unlogged(r)
	c.Enqueue(write(box))
	if err = offerReset(ctx, c, box, token); errors.Is(err, fault.ErrNotFound) {
		return nil // mailed just now, or the address has changed meanwhile
	}
	return err
}

// offerReset stores a link; it is ErrNotFound if it is too soon for another. The
// user's row is locked, so that of two requests one is mailed.
func offerReset(ctx context.Context, c *engine.Edit, box Mailbox, token string) error {
	engine.First(c, `delete from earlier_resets where account_id = $1 and user_id = $2 and expires_at <= now()`, c.AccountID(), c.UserID())
	_, err := engine.Written[touched](ctx, c, `
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
		select email from due`, c.AccountID(), c.UserID(), identity.HashToken(token), time.Now().Add(resetLife), box.Confirmed)
	return err
}

// Notice is the data for mails after a mailed link has changed an account.
type Notice struct {
	Name, Locale string
	Login        string // the address to log in with from now on
	Confirmed    string // the confirmed address, to which the notice goes
	Withdrawn    string // the address of an undone change, if any
}

// ResetPassword replaces a password by the token of a mailed link. It uses up
// every link, ends every key of the user and queues the jobs that notify them.
func ResetPassword(ctx context.Context, db *engine.DB, tokenHash []byte, passwordHash string, notify func(Notice) []engine.Job) error {
	holder, err := engine.Lookup[struct{ Email, Confirmed string }](ctx, db, `
		select u.email, coalesce(u.confirmed_email, u.email) as confirmed from users u join (
			select account_id, user_id from password_resets where token_hash = $1 and expires_at > now()
			union all select account_id, user_id from earlier_resets where token_hash = $1 and expires_at > now()
		) r on u.account_id = r.account_id and u.id = r.user_id`, tokenHash)
	if err != nil {
		return err
	}
	actor, _, err := Credentials(ctx, db, holder.Email)
	if err != nil {
		return err
	}
	return engine.Change(ctx, db.Scope(engine.ByOperator(actor)), catalog.PasswordReset, func(o engine.Own) error {
		o.Enqueue(notify(Notice{Name: actor.Name, Locale: actor.Locale, Login: holder.Email, Confirmed: holder.Confirmed})...)
		_, err := engine.ApplySteps[touched](ctx, o.Edit, engine.Plainly(byEmail), `
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
			)`, o.AccountID(), o.UserID(), tokenHash, passwordHash)
		return err
	})
}

// Forgotten is a request for a new password. A worker looks the user up, so the
// response time does not reveal whether there is one.
type Forgotten struct {
	Email string `json:"email"`
	Link  string `json:"link"` // the token of the reset is appended to it
}

func (Forgotten) Kind() string { return "password_forgotten" }

// Forgot queues a request for a new password.
func Forgot(ctx context.Context, jobs *engine.Jobs, f Forgotten) error {
	return engine.Queue(ctx, jobs, f)
}
