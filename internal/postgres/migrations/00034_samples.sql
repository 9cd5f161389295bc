-- +goose Up

-- What a sample made, so that removing it takes that and nothing else. The objects
-- are of many tables and their ids are never used again, so a mark whose object is
-- gone says nothing.
create table sample_objects (
    account_id bigint not null references accounts (id) on delete cascade,
    kind       text not null check (kind in ('location', 'collection_type', 'custom_field', 'collection', 'item', 'photo', 'copy', 'insurance_record')),
    object_id  bigint not null,
    primary key (account_id, kind, object_id)
);
alter table sample_objects enable row level security, force row level security;
create policy account_only on sample_objects using (account_id = (select current_setting('app.account_id')::bigint));

-- +goose Down
drop table sample_objects;
