-- +goose Up

-- The words that an account has, each once, for words that were typed wrongly: a search reads
-- those that begin or end alike, and the service compares them.
create table words (
    account_id bigint not null,
    word       text collate "C" not null,
    reversed   text collate "C" not null generated always as (reverse(word)) stored,
    primary key (account_id, word),
    constraint words_account_id_fkey foreign key (account_id) references accounts (id) on delete cascade
);
create index words_reversed on words (account_id, reversed);
alter table words enable row level security;
alter table words force row level security;
create policy account_only on words using (account_id = (select current_setting('app.account_id')::bigint));
