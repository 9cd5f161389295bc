-- +goose Up

-- Whether a user is reminded by mail of what is due, and the Monday of the last week
-- that a reminder was queued for: it is written in the transaction that queues it.
alter table users
    add column reminders     text not null default 'off',
    add column reminded_week date not null default '1970-01-05',
    add constraint users_reminders check (reminders in ('off', 'weekly')) not valid;
alter table users validate constraint users_reminders;

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
alter table users drop column reminders, drop column reminded_week;
