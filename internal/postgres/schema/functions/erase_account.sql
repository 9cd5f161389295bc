-- Erases the account of an owner who shows an unrestricted key. The role that serves may
-- delete no account by itself. What names files goes before them: cascades come in no
-- order that could be relied on.
create or replace function erase_account(erased bigint, shown bytea) returns bigint language plpgsql security definer set search_path from current as $$
begin
    perform from api_keys where account_id = erased and token_hash = shown and role = 'owner' and scopes is null and expires_at is null and collection_ids is null;
    if not found then
        return null;
    end if;
    delete from trash_entries where account_id = erased;
    delete from documents where account_id = erased;
    delete from photos where account_id = erased;
    delete from uploads where account_id = erased;
    delete from accounts where id = erased;
    return erased;
end $$;
