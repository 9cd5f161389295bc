-- +goose Up

-- What lists of a collection find items by and sort them by, a row for each: where copies are, their
-- condition and status, tags and set by id, and amounts. Row security lets an index compare these
-- numbers, but not what is computed from the rows of copies; and copies and tags do not
-- know their collection. Triggers keep them; those of items that are there are written once, when
-- the triggers are there, too.
create table item_keys (
    account_id    bigint not null,
    collection_id bigint not null,
    item_id       bigint not null,
    key           bigint not null,
    kind          text collate "C" not null,
    primary key (account_id, item_id, kind, key),
    constraint item_keys_account_id_fkey foreign key (account_id) references accounts (id) on delete cascade
);
create index item_keys_of_collection on item_keys (account_id, collection_id, kind, key, item_id);
alter table item_keys enable row level security;
alter table item_keys force row level security;
create policy account_only on item_keys using (account_id = (select current_setting('app.account_id')::bigint));
