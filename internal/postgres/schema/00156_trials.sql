-- +goose Up

-- Accounts of visitors who try a demo, and when they end. It is read without an account in scope, so
-- nothing else is here.
create table trials (
    account_id bigint primary key references accounts (id) on delete cascade,
    ends_at    timestamptz not null
);
create index trials_next on trials (ends_at);
alter table trials enable row level security;
create policy account_only on trials using (account_id = coalesce(nullif(current_setting('app.account_id', true), '')::bigint, account_id));
alter table trials force row level security;
