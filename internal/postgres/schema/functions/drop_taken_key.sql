-- A key of an import that comes back from the trash is dropped if another item has it now.
create or replace function drop_taken_key() returns trigger language plpgsql set search_path from current as $$
begin
    if (case when new.copy_id is null
        then exists (select from import_keys k where k.account_id = new.account_id and k.collection_id = new.collection_id and k.source = new.source and k.key = new.key and k.copy_id is null)
        else exists (select from import_keys k where k.account_id = new.account_id and k.collection_id = new.collection_id and k.source = new.source and k.key = new.key and k.copy_id is not null) end) then
        return null;
    end if;
    return new;
end $$;

create or replace trigger drop_taken before insert on import_keys
    for each row when (coalesce(current_setting('app.restoring', true), '') <> '') execute function drop_taken_key();
