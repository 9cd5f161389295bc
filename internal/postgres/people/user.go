package people

import (
	"context"

	"vitrine/internal/identity"
	"vitrine/internal/postgres/internal/engine"
)

const User = `id, first_name, last_name, nickname, email, locale, time_format_24h`

// Me is the calling user.
func Me(ctx context.Context, r engine.Reader) (identity.User, error) {
	return engine.One[identity.User](ctx, engine.AccountWide(r), `select `+User+` from users where account_id = $1 and id = $2`, r.AccountID(), r.UserID())
}

// Mailbox is where mail to the caller goes.
type Mailbox struct {
	identity.User
	Confirmed string // the last confirmed address, usually the present one
	Moves     int64  // announced changes of address within a day
}

func ReadMailbox(ctx context.Context, r engine.Reader) (Mailbox, error) {
	return engine.One[Mailbox](ctx, r, `
		select `+User+`, coalesce(confirmed_email, email) as confirmed, (
			select count(*) from address_links where account_id = $1 and user_id = $2 and kind = 'take_back' and created_at > now() - interval '1 day'
		) as moves from users where account_id = $1 and id = $2`, r.AccountID(), r.UserID())
}

// UpdateMe writes the profile of the calling user.
func UpdateMe(ctx context.Context, o engine.Own, in identity.Profile) (identity.User, error) {
	return engine.Apply[identity.User](ctx, o.Edit, engine.Plainly(`jsonb_build_object('email', email)`), `
		update users set first_name = $3, last_name = $4, nickname = $5, email = $6, locale = $7, time_format_24h = $8, updated_at = now()
		where account_id = $1 and id = $2 returning `+User,
		o.AccountID(), o.UserID(), in.FirstName, in.LastName, in.Nickname, in.Email, in.Locale, *in.TimeFormat24h)
}

// KnowsAddress reports whether the user has logged in from an address, or never
// logged in at all.
func KnowsAddress(ctx context.Context, r engine.Reader, address string) (bool, error) {
	found, err := engine.One[struct{ Known bool }](ctx, r, `
		select coalesce(bool_or(address = $3), true) as known from known_addresses where account_id = $1 and user_id = $2`, r.AccountID(), r.UserID(), address)
	return found.Known, err
}

// RememberAddress stores, with the change, where the user logs in from.
func RememberAddress(o engine.Own, address string) {
	engine.First(o.Edit, `insert into known_addresses (account_id, user_id, address) values ($1, $2, $3)
		on conflict (account_id, user_id, address) do update set seen_at = now()`, o.AccountID(), o.UserID(), address)
}
