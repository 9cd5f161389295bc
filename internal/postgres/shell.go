package postgres

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
)

// Shell is what surrounds every page: the user, their account and its collections.
type Shell struct {
	identity.User
	Role        identity.Role
	Account     string
	Collections []catalog.CollectionLink
}

// Shell reads what surrounds a page, in one round trip.
func (r Reader) Shell(ctx context.Context) (Shell, error) {
	return one[Shell](ctx, r.accountWide(), `
		select `+user+`, role, (select name from accounts where id = $1) as account, coalesce((
			select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'emoji', c.emoji, 'items', (
				select coalesce(sum(n), 0) from totals where account_id = $1 and list = 'collection_items' and parent_id = c.id)) order by lower(c.name), c.id)
			from (select id, name, emoji from collections where account_id = $1 order by updated_at desc, id desc limit 40) c), '[]') as collections
		from users where account_id = $1 and id = $2`, r.account, r.user)
}
