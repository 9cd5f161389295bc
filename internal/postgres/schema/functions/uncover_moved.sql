-- A photo that leaves a collection with its item is no longer its cover.
create or replace function uncover_moved() returns trigger language plpgsql set search_path from current as $$
begin
    delete from collection_covers where account_id = old.account_id and item_id = old.id and collection_id = old.collection_id;
    return null;
end $$;

create or replace trigger uncover_moved after update of collection_id on items
    for each row when (old.collection_id <> new.collection_id) execute function uncover_moved();
