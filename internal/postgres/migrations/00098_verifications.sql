-- +goose Up

-- What whoever holds a pack compares it with: hashes of its files, and nothing else of it.
-- Of the code only the hash is here, by which it is looked up before an account is known. It
-- ends with its export, not with the file of that.
create table verifications (
    account_id bigint not null,
    export_id  bigint not null,
    code_hash  bytea not null unique check (octet_length(code_hash) = 32),
    made_at    timestamptz not null,
    copies     bigint not null check (copies > 0),
    entries    jsonb not null,
    primary key (account_id, export_id),
    constraint verifications_export_fkey foreign key (account_id, export_id) references exports (account_id, id) on delete cascade
);
alter table verifications enable row level security;
alter table verifications force row level security;
create policy account_or_door on verifications
    using (account_id = coalesce(nullif(current_setting('app.account_id', true), '')::bigint, account_id));

-- +goose Down
drop table verifications;
