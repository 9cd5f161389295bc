-- +goose Up

-- Whether a user is reminded by mail of what is due, and the Monday of the last week
-- that a reminder was queued for: it is written in the transaction that queues it.
alter table users
    add column reminders     text not null default 'off',
    add column reminded_week date not null default '1970-01-05',
    add constraint users_reminders check (reminders in ('off', 'weekly')) not valid;
alter table users validate constraint users_reminders;

-- +goose Down
alter table users drop column reminders, drop column reminded_week;
