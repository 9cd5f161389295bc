-- After keep_tag_ids, which locks the items: none of them moves meanwhile.
create or replace function keep_keys_of_tags() returns trigger language plpgsql set search_path from current as $$
begin
    if to_regclass('item_keys') is null then -- a migration from before the table writes tags
        return null;
    end if;
    if tg_op <> 'INSERT' then
        delete from item_keys k using removed r where k.account_id = r.account_id and k.item_id = r.item_id and k.kind = 'tag' and k.key = r.tag_id;
    end if;
    if tg_op <> 'DELETE' then
        insert into item_keys (account_id, collection_id, item_id, kind, key)
        select i.account_id, i.collection_id, i.id, 'tag', n.tag_id from added n
        cross join lateral (select account_id, collection_id, id from items where account_id = n.account_id and id = n.item_id offset 0) i
        on conflict do nothing;
    end if;
    return null;
end $$;

create or replace trigger tell_keys_insert after insert on item_tags referencing new table as added
    for each statement execute function keep_keys_of_tags();
create or replace trigger tell_keys_update after update on item_tags referencing old table as removed new table as added
    for each statement execute function keep_keys_of_tags();
create or replace trigger tell_keys_delete after delete on item_tags referencing old table as removed
    for each statement execute function keep_keys_of_tags();
