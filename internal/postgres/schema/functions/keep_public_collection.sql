-- An address that somebody has is replaced by a new one, so that neither publishing nor
-- restoring can fail for what others have.
create or replace function keep_public_collection() returns trigger language plpgsql set search_path from current as $$
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

create or replace trigger made_public after insert on collections
    for each row when (new.visibility = 'public') execute function keep_public_collection();
create or replace trigger public_or_not after update of visibility, uuid on collections
    for each row when ((old.visibility, old.uuid) is distinct from (new.visibility, new.uuid)) execute function keep_public_collection();
create or replace trigger public_elsewhere after update of address on collections
    for each row when (old.address is distinct from new.address) execute function keep_public_collection();
