-- +goose Up

-- From the address of a public collection to its account, which is not known when it is
-- asked for. It is read without an account in scope, so nothing else is here.
create table public_collections (
    account_id    bigint not null,
    collection_id bigint not null,
    uuid          uuid not null unique,
    primary key (account_id, collection_id),
    constraint public_collections_collection_fkey foreign key (account_id, collection_id) references collections (account_id, id) on delete cascade
);
alter table public_collections enable row level security;
alter table public_collections force row level security;
create policy account_or_door on public_collections
    using (account_id = coalesce(nullif(current_setting('app.account_id', true), '')::bigint, account_id));

-- +goose StatementBegin
create function keep_public_collection() returns trigger language plpgsql as $$
begin
    delete from public_collections where account_id = new.account_id and collection_id = new.id;
    insert into public_collections (account_id, collection_id, uuid) select new.account_id, new.id, new.uuid where new.visibility = 'public';
    return null;
end $$;
-- +goose StatementEnd
create trigger made_public after insert on collections for each row when (new.visibility = 'public') execute function keep_public_collection();
create trigger public_or_not after update of visibility, uuid on collections for each row
    when ((old.visibility, old.uuid) is distinct from (new.visibility, new.uuid)) execute function keep_public_collection();

-- An owner who migrates is subject to forced row security, and no account is in scope
-- here. The triggers have locked the table already, and an account has few collections.
alter table collections no force row level security;
insert into public_collections (account_id, collection_id, uuid) select account_id, id, uuid from collections where visibility = 'public';
alter table collections force row level security;

-- +goose Down
drop trigger made_public on collections;
drop trigger public_or_not on collections;
drop function keep_public_collection;
drop table public_collections;
