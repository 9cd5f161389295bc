package people

import (
	"context"

	"vitrine/internal/identity"
	"vitrine/internal/postgres/internal/engine"
)

var apiKeys = engine.Resource[identity.APIKey]{
	Table:   engine.Table{Name: `api_keys`},
	Columns: `id, name, last_used_at, created_at, updated_at, scopes, expires_at, collection_ids`,
	Owner:   engine.OfCaller,
	Entry:   engine.Named,
}

// APIKeys lists the user's own keys in order of creation.
func APIKeys(ctx context.Context, r engine.Reader) ([]identity.APIKey, error) {
	return engine.All[identity.APIKey](ctx, r, apiKeys.Query(`account_id = $1 and user_id = $2 and kind = 'key' order by id`), r.AccountID(), r.UserID())
}

// APIKey is one of the user's own keys.
func APIKey(ctx context.Context, r engine.Reader, id int64) (identity.APIKey, error) {
	return engine.One[identity.APIKey](ctx, r, apiKeys.Query(`account_id = $1 and user_id = $2 and id = $3 and kind = 'key'`), r.AccountID(), r.UserID(), id)
}

// CreateAPIKey stores the hash of a new token under a name.
func CreateAPIKey(ctx context.Context, o engine.Own, name, token string, r identity.Restrictions) (identity.APIKey, error) {
	return apiKeys.Write(ctx, o.Edit, `
		insert into api_keys (account_id, user_id, name, token_hash, scopes, expires_at, collection_ids, `+sessionColumns+`)
		select $1, $2, $3, $4, $5, $6, $7, `+sessionValues(`$8`),
		o.UserID(), name, identity.HashToken(token), r.Scopes, r.ExpiresAt, r.CollectionIDs, identity.IsSession(token))
}

// DeleteAPIKey revokes a key or ends a session; the next request with it is refused.
func DeleteAPIKey(ctx context.Context, o engine.Own, id int64) error {
	return apiKeys.Delete(ctx, o.Edit, o.UserID(), id)
}

// Leave revokes the key in use.
func Leave(ctx context.Context, l engine.Leaver) error {
	engine.EveryKeyMay(l)
	return DeleteAPIKey(ctx, engine.Own(l), l.Access().KeyID)
}
