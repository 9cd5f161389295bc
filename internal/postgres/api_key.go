package postgres

import (
	"context"

	"vitrine/internal/identity"
)

const apiKey = `id, name, last_used_at, created_at, updated_at, scopes, expires_at, collection_ids`

// APIKeys lists the user's own keys in order of creation.
func (r Reader) APIKeys(ctx context.Context) ([]identity.APIKey, error) {
	return all[identity.APIKey](ctx, r, `select `+apiKey+` from api_keys where account_id = $1 and user_id = $2 order by id`, r.account, r.user)
}

// APIKey is one of the user's own keys.
func (r Reader) APIKey(ctx context.Context, id int64) (identity.APIKey, error) {
	return one[identity.APIKey](ctx, r, `select `+apiKey+` from api_keys where account_id = $1 and user_id = $2 and id = $3`, r.account, r.user, id)
}

// CreateAPIKey keeps a new token under a name.
func (o Own) CreateAPIKey(ctx context.Context, name, token string, r identity.Restrictions) (identity.APIKey, error) {
	return apply[identity.APIKey](ctx, o.change, named, `
		insert into api_keys (account_id, user_id, name, token_hash, scopes, expires_at, collection_ids) values ($1, $2, $3, $4, $5, $6, $7) returning `+apiKey,
		o.account, o.user, name, identity.HashToken(token), r.Scopes, r.ExpiresAt, r.CollectionIDs)
}

// DeleteAPIKey revokes a key; the next request with it is nobody's.
func (o Own) DeleteAPIKey(ctx context.Context, id int64) error {
	return erase(ctx, o.change, named,
		`delete from api_keys where account_id = $1 and user_id = $2 and id = $3 returning name`, o.account, o.user, id)
}
