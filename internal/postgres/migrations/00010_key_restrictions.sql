-- +goose Up

-- A key may do less than its user; null is no restriction.
alter table api_keys
    add column scopes         text[] check (scopes <@ array ['read', 'write']),
    add column expires_at     timestamptz,
    add column collection_ids bigint[];

-- +goose Down
alter table api_keys drop column scopes, drop column expires_at, drop column collection_ids;
