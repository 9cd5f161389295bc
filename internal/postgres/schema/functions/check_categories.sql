-- The tree of a collection is changed by one at a time: two moves that are harmless alone
-- can close a circle together.
create or replace function check_categories() returns trigger language plpgsql set search_path from current as $$
declare
    levels integer;
begin
    if tg_op = 'INSERT' then -- after limit_of_collection, which has locked
        select max(category_level(r.account_id, r.id)) into levels from rows r where r.parent_id is not null;
    else
        update collections c set name = c.name where c.account_id = new.account_id and c.id = new.collection_id;
        levels := category_level(new.account_id, new.id);
        if levels <= 32 then
            with recursive below as (
                select new.id as id, levels as n
                union all
                select c.id, below.n + 1 from below
                cross join lateral (select id from categories where account_id = new.account_id and parent_id = below.id offset 0) c where below.n < 33
            ) select max(n) into levels from below;
        end if;
    end if;
    if levels > 32 then
        raise exception 'the categories are too deep' using errcode = 'check_violation', constraint = 'categories_tree';
    end if;
    return null;
end $$;

create or replace trigger new_level after insert on categories referencing new table as rows
    for each statement execute function check_categories();
create or replace trigger other_level after update of parent_id on categories
    for each row when ((new.parent_id is not null) and (old.parent_id is distinct from new.parent_id)) execute function check_categories();
