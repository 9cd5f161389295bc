-- The tags of an item are also a column of it, in the order in which they are shown: a page
-- of items looks into no other table for them.
create or replace function keep_tag_ids() returns trigger language plpgsql set search_path from current as $$
begin
    -- What is read below must be what the others have left who change tags of these items.
    perform from (select distinct account_id, item_id from rows order by 1, 2) r
    cross join lateral (select from items i where i.account_id = r.account_id and i.id = r.item_id offset 0 for no key update) i;
    update items i set tag_ids = r.ids from (
        select o.account_id, o.item_id, array(select t.tag_id from item_tags t where t.account_id = o.account_id and t.item_id = o.item_id order by t.tag_id) as ids
        from (select distinct account_id, item_id from rows) o
    ) r where i.account_id = r.account_id and i.id = r.item_id and i.tag_ids <> r.ids;
    return null;
end $$;

create or replace trigger keep_tag_ids_insert after insert on item_tags referencing new table as rows
    for each statement execute function keep_tag_ids();
create or replace trigger keep_tag_ids_update after update on item_tags referencing new table as rows
    for each statement execute function keep_tag_ids();
create or replace trigger keep_tag_ids_delete after delete on item_tags referencing old table as rows
    for each statement execute function keep_tag_ids();
