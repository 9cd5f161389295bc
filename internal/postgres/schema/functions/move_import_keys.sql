-- Keys move with their item. One that is taken there is dropped.
create or replace function move_import_keys() returns trigger language plpgsql set search_path from current as $$
begin
    delete from import_keys k where k.account_id = new.account_id and k.item_id = new.id and case when k.copy_id is null
        then exists (select from import_keys o where o.account_id = new.account_id and o.collection_id = new.collection_id and o.source = k.source and o.key = k.key
            and o.copy_id is null and o.item_id <> new.id)
        else exists (select from import_keys o where o.account_id = new.account_id and o.collection_id = new.collection_id and o.source = k.source and o.key = k.key
            and o.copy_id is not null and o.item_id <> new.id) end;
    update import_keys set collection_id = new.collection_id where account_id = new.account_id and item_id = new.id;
    return null;
end $$;

create or replace trigger move_import_keys after update of collection_id on items
    for each row when (old.collection_id <> new.collection_id) execute function move_import_keys();
