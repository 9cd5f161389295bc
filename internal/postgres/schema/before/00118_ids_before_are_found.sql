-- +goose NO TRANSACTION
-- +goose Up
drop index concurrently if exists api_keys_of_session;
create index concurrently api_keys_of_session on api_keys (account_id, of_session) where of_session is not null;
alter table api_keys validate constraint api_keys_of_session_fkey;
