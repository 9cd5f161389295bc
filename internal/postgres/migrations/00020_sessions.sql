-- +goose Up

-- A browser's session is a row beside API keys, found by the same lookup. It ends
-- when it was not used for 14 days, and at ends_at in any case. proven_at is when its
-- user last showed their password.
alter table api_keys
    add column kind      text not null default 'key',
    add column ends_at   timestamptz,
    add column proven_at timestamptz,
    add constraint api_keys_kind check (kind in ('key', 'session')) not valid,
    add constraint api_keys_session check ((kind = 'session') = (ends_at is not null)) not valid;
alter table api_keys validate constraint api_keys_kind;
alter table api_keys validate constraint api_keys_session;

-- +goose Down
delete from api_keys where kind = 'session';
alter table api_keys drop column kind, drop column ends_at, drop column proven_at;
