-- +goose NO TRANSACTION
-- +goose Up

-- A user's entries of an action, and of a span of days.
drop index concurrently if exists logs_action;
create index concurrently logs_action on logs (account_id, user_id, action, id desc);
drop index concurrently if exists logs_day;
create index concurrently logs_day on logs (account_id, user_id, created_at desc, id desc);

-- +goose Down
drop index concurrently if exists logs_action;
drop index concurrently if exists logs_day;
