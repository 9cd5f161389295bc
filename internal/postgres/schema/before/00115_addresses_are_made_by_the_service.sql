-- +goose Up

-- A public collection is found at its uuid only if the service made that: an archive brings
-- uuids, and the key over all accounts would hold what a stranger chose. Collections that an
-- archive brings get an address of their own; null is the uuid.
alter table collections add column address uuid;

-- An address that somebody has is replaced by a new one, so that neither publishing nor
-- restoring can fail for what others have.
-- +goose StatementBegin
create or replace function keep_public_collection() returns trigger language plpgsql as $$
begin
    delete from public_collections where account_id = new.account_id and collection_id = new.id;
    if new.visibility <> 'public' then
        return null;
    end if;
    insert into public_collections (account_id, collection_id, uuid) values (new.account_id, new.id, coalesce(new.address, new.uuid)) on conflict (uuid) do nothing;
    if not found then
        update collections set address = gen_random_uuid() where account_id = new.account_id and id = new.id; -- comes here again
    end if;
    return null;
end $$;
-- +goose StatementEnd
select look_at_home('keep_public_collection');
create trigger public_elsewhere after update of address on collections for each row
    when (old.address is distinct from new.address) execute function keep_public_collection();
