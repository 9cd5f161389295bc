-- How many copies are at each location, for the tree of locations: counting a
-- million copies would take longer than the page. Those that are nowhere are the
-- rest of the account's. Moves are counted once per statement, because one that
-- deletes a location moves all its copies.
create or replace function count_copies_insert() returns trigger language plpgsql set search_path from current as $$
begin
    insert into totals as t (account_id, list, parent_id, slot, n)
    select r.account_id, l.list, l.parent_id, pg_backend_pid() % 16, count(*)
    from rows r join accounts a on a.id = r.account_id, lateral (values ('copies', 0::bigint), ('location_copies', r.location_id)) l (list, parent_id)
    where l.parent_id is not null
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, list, parent_id, slot) do update set n = t.n + excluded.n;
    return null;
end $$;

create or replace trigger count_insert after insert on copies referencing new table as rows
    for each statement execute function count_copies_insert();

create or replace function count_copies_update() returns trigger language plpgsql set search_path from current as $$
begin
    insert into totals as t (account_id, list, parent_id, slot, n)
    select r.account_id, 'location_copies', r.location_id, pg_backend_pid() % 16, sum(r.n)
    from (
        select account_id, location_id, -1 as n from removed where location_id is not null
        union all
        select account_id, location_id, 1 from added where location_id is not null
    ) r join accounts a on a.id = r.account_id
    group by 1, 2, 3 having sum(r.n) <> 0 order by 1, 2, 3
    on conflict (account_id, list, parent_id, slot) do update set n = t.n + excluded.n;
    return null;
end $$;

create or replace trigger count_update after update on copies referencing old table as removed new table as added
    for each statement execute function count_copies_update();

create or replace function count_copies_delete() returns trigger language plpgsql set search_path from current as $$
begin
    insert into totals as t (account_id, list, parent_id, slot, n)
    select r.account_id, l.list, l.parent_id, pg_backend_pid() % 16, - count(*)
    from rows r join accounts a on a.id = r.account_id, lateral (values ('copies', 0::bigint), ('location_copies', r.location_id)) l (list, parent_id)
    where l.parent_id is not null
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, list, parent_id, slot) do update set n = t.n + excluded.n;
    return null;
end $$;

create or replace trigger count_delete after delete on copies referencing old table as rows
    for each statement execute function count_copies_delete();
