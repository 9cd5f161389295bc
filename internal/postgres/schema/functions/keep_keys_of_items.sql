create or replace function keep_keys_of_items_insert() returns trigger language plpgsql set search_path from current as $$
begin
    if to_regclass('item_keys') is null then -- a migration from before the table writes items
        return null;
    end if;
    insert into item_keys (account_id, collection_id, item_id, kind, key)
    select account_id, collection_id, id, 'held', 0 from rows r
        where not exists (select from item_keys k where k.account_id = r.account_id and k.item_id = r.id and k.kind = 'held') -- from copies of the same statement
    union all select account_id, collection_id, id, 'set', set_id from rows where set_id is not null
    on conflict do nothing;
    return null;
end $$;

create or replace trigger tell_keys_insert after insert on items referencing new table as rows
    for each statement execute function keep_keys_of_items_insert();

create or replace function keep_keys_of_items_update() returns trigger language plpgsql set search_path from current as $$
declare
    changed record;
begin
    if to_regclass('item_keys') is null then
        return null;
    end if;
    for changed in select r.account_id, array_agg(r.id) as items from removed r join added n on n.account_id = r.account_id and n.id = r.id
            where (r.collection_id, r.set_id) is distinct from (n.collection_id, n.set_id) group by 1 loop
        perform keep_item_keys(changed.account_id, changed.items);
        update item_keys k set collection_id = n.collection_id from added n
        where k.account_id = changed.account_id and n.account_id = k.account_id and k.item_id = n.id and k.kind = 'tag' and k.collection_id <> n.collection_id;
    end loop;
    return null;
end $$;

create or replace trigger tell_keys_update after update on items referencing old table as removed new table as added
    for each statement execute function keep_keys_of_items_update();

create or replace function keep_keys_of_items_delete() returns trigger language plpgsql set search_path from current as $$
begin
    if to_regclass('item_keys') is null then
        return null;
    end if;
    delete from item_keys k using rows r where k.account_id = r.account_id and k.item_id = r.id;
    return null;
end $$;

create or replace trigger tell_keys_delete after delete on items referencing old table as rows
    for each statement execute function keep_keys_of_items_delete();
