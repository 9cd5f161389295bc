package postgres

import (
	"context"

	"vitrine/internal/identity"
)

var apiKeys = resource[identity.APIKey]{
	table:   table{name: `api_keys`},
	columns: `id, name, last_used_at, created_at, updated_at, scopes, expires_at, collection_ids`,
	owner:   ofCaller,
	entry:   named,
}

// ofCaller is the owner of API keys and log entries: the calling user.
var ofCaller = owner{column: `user_id`}

// APIKeys lists the user's own keys in order of creation.
func (r Reader) APIKeys(ctx context.Context) ([]identity.APIKey, error) {
	return all[identity.APIKey](ctx, r, apiKeys.query(`account_id = $1 and user_id = $2 and kind = 'key' order by id`), r.account, r.user)
}

// APIKey is one of the user's own keys.
func (r Reader) APIKey(ctx context.Context, id int64) (identity.APIKey, error) {
	return one[identity.APIKey](ctx, r, apiKeys.query(`account_id = $1 and user_id = $2 and id = $3 and kind = 'key'`), r.account, r.user, id)
}

// CreateAPIKey stores the hash of a new token under a name.
func (o Own) CreateAPIKey(ctx context.Context, name, token string, r identity.Restrictions) (identity.APIKey, error) {
	return apiKeys.write(ctx, o.change, `
		insert into api_keys (account_id, user_id, name, token_hash, scopes, expires_at, collection_ids, `+sessionColumns+`)
		select $1, $2, $3, $4, $5, $6, $7, `+sessionValues(`$8`),
		o.user, name, identity.HashToken(token), r.Scopes, r.ExpiresAt, r.CollectionIDs, identity.IsSession(token))
}

// DeleteAPIKey revokes a key or ends a session; the next request with it is refused.
func (o Own) DeleteAPIKey(ctx context.Context, id int64) error {
	return apiKeys.delete(ctx, o.change, o.user, id)
}

// Leave revokes the key in use.
func (l Leaver) Leave(ctx context.Context) error {
	everyKeyMay(l)
	return Own(l).DeleteAPIKey(ctx, l.access.KeyID)
}
