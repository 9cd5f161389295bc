-- +goose NO TRANSACTION
-- +goose Up
-- One archive or pack of a user is made at a time, so that nobody waits for another's.
drop index concurrently if exists exports_one_working_of_user;
create unique index concurrently exports_one_working_of_user on exports (account_id, user_id) where kind <> 'list' and state in ('waiting', 'working');
drop index concurrently if exists exports_one_working;
