create or replace function keep_keys_of_copies() returns trigger language plpgsql set search_path from current as $$
declare
    changed record;
begin
    if to_regclass('item_keys') is null then -- a migration from before the table writes copies
        return null;
    end if;
    for changed in select r.account_id, array_agg(distinct r.item_id) as items from rows r join accounts a on a.id = r.account_id group by 1 loop
        perform keep_item_keys(changed.account_id, changed.items);
    end loop;
    return null;
end $$;

create or replace function keep_keys_of_copies_update() returns trigger language plpgsql set search_path from current as $$
declare
    changed record;
begin
    if to_regclass('item_keys') is null then
        return null;
    end if;
    for changed in select r.account_id, array_agg(distinct r.item_id) as items from removed r join added n on n.account_id = r.account_id and n.id = r.id
            where (r.item_id, r.location_id, r.item_condition_id, r.status, r.borrowed, r.quantity, r.estimated_value, r.value_currency_code, r.cost_amount, r.proceeds_amount, r.cost_currency_code)
                is distinct from (n.item_id, n.location_id, n.item_condition_id, n.status, n.borrowed, n.quantity, n.estimated_value, n.value_currency_code, n.cost_amount, n.proceeds_amount, n.cost_currency_code) group by 1 loop
        perform keep_item_keys(changed.account_id, changed.items);
    end loop;
    return null;
end $$;

create or replace trigger tell_keys_insert after insert on copies referencing new table as rows
    for each statement execute function keep_keys_of_copies();
create or replace trigger tell_keys_update after update on copies referencing old table as removed new table as added
    for each statement execute function keep_keys_of_copies_update();
create or replace trigger tell_keys_delete after delete on copies referencing old table as rows
    for each statement execute function keep_keys_of_copies();
