package postgres

import (
	"context"

	"vitrine/internal/identity"
)

const user = `id, first_name, last_name, nickname, email, locale, time_format_24h`

// Me is the calling user.
func (r Reader) Me(ctx context.Context) (identity.User, error) {
	return one[identity.User](ctx, accountWide(r), `select `+user+` from users where account_id = $1 and id = $2`, r.account, r.user)
}

// Mailbox is where mail to the caller goes.
type Mailbox struct {
	identity.User
	Confirmed string // the last confirmed address, usually the present one
	Moves     int64  // announced changes of address within a day
}

func (r Reader) Mailbox(ctx context.Context) (Mailbox, error) {
	return one[Mailbox](ctx, r, `
		select `+user+`, coalesce(confirmed_email, email) as confirmed, (
			select count(*) from address_links where account_id = $1 and user_id = $2 and kind = 'take_back' and created_at > now() - interval '1 day'
		) as moves from users where account_id = $1 and id = $2`, r.account, r.user)
}

// UpdateMe writes the profile of the calling user.
func (o Own) UpdateMe(ctx context.Context, in identity.Profile) (identity.User, error) {
	return apply[identity.User](ctx, o.change, plainly(`jsonb_build_object('email', email)`), `
		update users set first_name = $3, last_name = $4, nickname = $5, email = $6, locale = $7, time_format_24h = $8, updated_at = now()
		where account_id = $1 and id = $2 returning `+user,
		o.account, o.user, in.FirstName, in.LastName, in.Nickname, in.Email, in.Locale, *in.TimeFormat24h)
}

// KnowsAddress reports whether the user has logged in from an address, or never
// logged in at all.
func (r Reader) KnowsAddress(ctx context.Context, address string) (bool, error) {
	found, err := one[struct{ Known bool }](ctx, r, `
		select coalesce(bool_or(address = $3), true) as known from known_addresses where account_id = $1 and user_id = $2`, r.account, r.user, address)
	return found.Known, err
}

// RememberAddress stores, with the change, where the user logs in from.
func (o Own) RememberAddress(address string) {
	first(o.change, `insert into known_addresses (account_id, user_id, address) values ($1, $2, $3)
		on conflict (account_id, user_id, address) do update set seen_at = now()`, o.account, o.user, address)
}
