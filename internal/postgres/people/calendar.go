package people

import (
	"context"

	"vitrine/internal/identity"
	"vitrine/internal/postgres/internal/engine"
)

// Calendar is the caller's calendar.
func Calendar(ctx context.Context, r engine.Reader) (identity.Calendar, error) {
	return engine.One[identity.Calendar](ctx, engine.AccountWide(r), `
		select u.id, k.id is not null as active, k.created_at, k.last_used_at
		from users u left join api_keys k on k.account_id = $1 and k.user_id = u.id and k.kind = 'calendar'
		where u.account_id = $1 and u.id = $2`, r.AccountID(), r.UserID())
}

// CreateCalendar stores the hash of a new calendar token, which replaces the previous one.
func CreateCalendar(ctx context.Context, o engine.Own, token string) (identity.Calendar, error) {
	return engine.Apply[identity.Calendar](ctx, o.Edit, engine.Plainly(`'{}'::jsonb`), `
		insert into api_keys (account_id, user_id, name, token_hash, scopes, kind) values ($1, $2, 'Calendar', $3, '{read}', 'calendar')
		on conflict (account_id, user_id) where kind = 'calendar' do update
			set token_hash = excluded.token_hash, created_at = now(), updated_at = now(), last_used_at = now()
		returning user_id as id, true as active, created_at, last_used_at`, o.AccountID(), o.UserID(), identity.HashToken(token))
}

// DeleteCalendar revokes the address of the caller's calendar.
func DeleteCalendar(ctx context.Context, o engine.Own) error {
	return engine.Erase(ctx, o.Edit, engine.Plainly(`'{}'::jsonb`), `
		delete from api_keys where account_id = $1 and user_id = $2 and kind = 'calendar' returning id`, o.AccountID(), o.UserID())
}
