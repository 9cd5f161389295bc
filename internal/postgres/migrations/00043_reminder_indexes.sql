-- +goose NO TRANSACTION
-- +goose Up

-- Who is still to be reminded this week: what is read does not grow with the users
-- who want no mail.
drop index concurrently if exists users_reminders;
create index concurrently users_reminders on users (reminded_week, account_id, id) where reminders = 'weekly';

-- A user has one calendar.
drop index concurrently if exists api_keys_calendar;
create unique index concurrently api_keys_calendar on api_keys (account_id, user_id) where kind = 'calendar';

-- +goose Down
drop index concurrently if exists api_keys_calendar;
drop index concurrently if exists users_reminders;
