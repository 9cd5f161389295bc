-- +goose NO TRANSACTION
-- +goose Up

-- Operators suspend users and accounts: their keys and sessions open nothing, and all they have stays.
-- A key carries it, as it does the role, because the statement that opens an account reads only keys.
-- What they allow one account or one key replaces what holds for all, which is null.
alter table accounts add column if not exists suspended_at timestamptz,
    add column if not exists storage_quota bigint;
alter table users add column if not exists suspended_at timestamptz, add column if not exists account_suspended boolean not null default false;
alter table api_keys add column if not exists suspended boolean not null default false,
    add column if not exists rate_limit integer;
