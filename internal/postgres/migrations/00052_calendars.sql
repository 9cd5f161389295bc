-- +goose Up

-- The secret address of a user's calendar is a row beside API keys, found by the same
-- lookup and ended by all that ends keys. It has no end of its own.
-- locks allowed: the constraint that replaces it allows more, and is added at once
alter table api_keys
    drop constraint api_keys_kind,
    add constraint api_keys_kind check (kind in ('key', 'session', 'calendar')) not valid;
alter table api_keys validate constraint api_keys_kind;

-- +goose Down
delete from api_keys where kind = 'calendar';
alter table api_keys drop constraint api_keys_kind, add constraint api_keys_kind check (kind in ('key', 'session'));
