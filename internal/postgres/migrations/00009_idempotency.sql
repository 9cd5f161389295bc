-- +goose Up

-- Answers to repeatable requests, stored for a day in the transaction of the
-- change.
create table idempotency_keys (
    account_id bigint not null,
    user_id    bigint not null,
    path       text not null,
    key        text not null check (char_length(key) between 1 and 255),
    body_hash  bytea not null,
    status     int not null,
    answer     bytea, -- null if it shows a secret, which is shown once
    created_at timestamptz not null default now(),
    primary key (account_id, user_id, path, key),
    foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create index idempotency_keys_age on idempotency_keys (created_at);

alter table idempotency_keys enable row level security, force row level security;
create policy account_or_door on idempotency_keys
    using (account_id = coalesce(nullif(current_setting('app.account_id', true), '')::bigint, account_id));

-- +goose Down
drop table idempotency_keys;
