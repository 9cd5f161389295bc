package people

import (
	"context"
	"errors"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/postgres/internal/engine"
)

// addressLinkLife is how long a change of address can be confirmed or undone.
const addressLinkLife = 7 * 24 * time.Hour

// Move is a change of address announced by mail.
type Move struct {
	Confirmed, To           string // the last confirmed address, and the new one
	ConfirmToken, BackToken string // in the links to the new address and to the last confirmed one
}

// MoveAddress stores, with a change of address, the address that stays confirmed until
// the new one is, and the tokens of the links. Returning to the confirmed address
// needs none.
func MoveAddress(o engine.Own, m Move) {
	engine.First(o.Edit, `update users set confirmed_email = nullif($3::text, $4) where account_id = $1 and id = $2`, o.AccountID(), o.UserID(), m.Confirmed, m.To)
	engine.First(o.Edit, `delete from address_links where account_id = $1 and user_id = $2 and (kind = 'confirm' or expires_at <= now())`, o.AccountID(), o.UserID())
	if m.To != m.Confirmed {
		link(o, "confirm", m.To, m.ConfirmToken)
		link(o, "take_back", m.Confirmed, m.BackToken)
	}
}

func link(o engine.Own, kind, address, token string) {
	engine.First(o.Edit, `insert into address_links (account_id, user_id, kind, address, token_hash, expires_at) values ($1, $2, $3, $4, $5, $6)`, o.AccountID(), o.UserID(), kind, address, identity.HashToken(token), time.Now().Add(addressLinkLife))
}

// linked finds the owner of an address link that has not expired.
func linked(ctx context.Context, db *engine.DB, tokenHash []byte, kind string) (actor identity.Actor, present, address string, err error) {
	holder, err := engine.Lookup[struct{ Email, Address string }](ctx, db, `
		select u.email, l.address from address_links l join users u on u.account_id = l.account_id and u.id = l.user_id
		where l.token_hash = $1 and l.kind = $2 and l.expires_at > now()`, tokenHash, kind)
	if err != nil {
		return actor, "", "", err
	}
	actor, _, err = Credentials(ctx, db, holder.Email)
	return actor, holder.Email, holder.Address, err
}

// ConfirmAddress confirms the present address by the token mailed to it. It is
// ErrNotFound if the address has changed since.
func ConfirmAddress(ctx context.Context, db *engine.DB, tokenHash []byte) error {
	actor, _, _, err := linked(ctx, db, tokenHash, "confirm")
	if err != nil {
		return err
	}
	return engine.Change(ctx, db.Scope(engine.ByOperator(actor)), catalog.EmailConfirmed, func(o engine.Own) error {
		_, err := engine.ApplySteps[touched](ctx, o.Edit, engine.Plainly(byEmail), `
			with used as (
				delete from address_links where account_id = $1 and user_id = $2 and kind = 'confirm' and token_hash = $3 and expires_at > now() returning address
			), changed as (
				update users set confirmed_email = null from used where account_id = $1 and id = $2 and email = used.address returning email
			)`, o.AccountID(), o.UserID(), tokenHash)
		return err
	})
}

// Restored is the result of undoing a change of address: the password is no longer valid, so it has a
// link for a new one.
type Restored struct {
	PasswordHash, Token string
	Notify              func(Notice) []engine.Job
}

// TakeBack undoes a change of address by the token mailed to the previous one.
// Keys, password and links of whoever made the change stop working. If another user has taken the previous address, the
// login stays under the new one and only mail goes to the previous one.
func TakeBack(ctx context.Context, db *engine.DB, tokenHash []byte, r Restored) error {
	actor, present, address, err := linked(ctx, db, tokenHash, "take_back")
	if err != nil {
		return err
	}
	err = takeBack(ctx, db, actor, tokenHash, r, present, address, &address)
	if errors.Is(err, engine.Broken["users_email_key"]) {
		err = takeBack(ctx, db, actor, tokenHash, r, present, address, nil)
	}
	return err
}

// takeBack is TakeBack with the future login address; nil keeps the present one.
func takeBack(ctx context.Context, db *engine.DB, actor identity.Actor, tokenHash []byte, r Restored, present, address string, login *string) error {
	return engine.Change(ctx, db.Scope(engine.ByOperator(actor)), catalog.EmailRestored, func(o engine.Own) error {
		o.Enqueue(r.Notify(restoredNotice(actor, present, address, login))...)
		engine.First(o.Edit, `
			with used as (
				delete from address_links where account_id = $1 and user_id = $2 and kind = 'take_back' and token_hash = $3 and expires_at > now() returning id, address
			), later as (
				delete from address_links l using used where l.account_id = $1 and l.user_id = $2 and (l.id > used.id or l.kind = 'confirm')
			), ended as (
				delete from api_keys using used where account_id = $1 and user_id = $2
			)
			update users set email = coalesce($4, email), confirmed_email = nullif(used.address, coalesce($4, email)), password_hash = $5, updated_at = now()
			from used where account_id = $1 and users.id = $2`, o.AccountID(), o.UserID(), tokenHash, login, r.PasswordHash)
		_, err := engine.ApplySteps[touched](ctx, o.Edit, engine.Plainly(byEmail), `
			with changed as (
				select email from users where account_id = $1 and id = $2 and password_hash = $3
			), offered as (
				insert into password_resets (account_id, user_id, token_hash, expires_at) select $1, $2, $4, $5 from changed
				on conflict (account_id, user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at
			)`, o.AccountID(), o.UserID(), r.PasswordHash, identity.HashToken(r.Token), time.Now().Add(resetLife))
		return err
	})
}

func restoredNotice(actor identity.Actor, present, address string, login *string) Notice {
	n := Notice{Name: actor.Name, Locale: actor.Locale, Login: present, Confirmed: address}
	if login != nil {
		n.Login = *login
	}
	if present != address {
		n.Withdrawn = present
	}
	return n
}
