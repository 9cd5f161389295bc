create or replace function limit_of_item() returns trigger language plpgsql set search_path from current as $$
begin
    perform from (select distinct account_id, item_id from rows order by 1, 2) r
    cross join lateral (select from items i where i.account_id = r.account_id and i.id = r.item_id offset 0 for no key update) i;
    if exists (select from (select distinct account_id, item_id from rows) r
        cross join lateral (select count(*) as n from item_tags t where t.account_id = r.account_id and t.item_id = r.item_id offset 0) t where t.n > 100) then
        raise exception 'the item has 100 tags' using errcode = 'check_violation', constraint = 'items_tags';
    end if;
    return null;
end $$;

create or replace trigger limit_of_item after insert on item_tags referencing new table as rows
    for each statement execute function limit_of_item();
