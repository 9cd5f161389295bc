create or replace function count_items_insert() returns trigger language plpgsql set search_path from current as $$
begin
    insert into totals as t (account_id, list, parent_id, slot, n)
    select r.account_id, l.list, l.parent_id, pg_backend_pid() % 16, + count(*)
    from rows r join accounts a on a.id = r.account_id, lateral (values ('items', 0::bigint), ('collection_items', r.collection_id)) l (list, parent_id)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, list, parent_id, slot) do update set n = t.n + excluded.n;
    return null;
end $$;

create or replace trigger count_insert after insert on items referencing new table as rows
    for each statement execute function count_items_insert();

-- A moved item counts in its new collection. Only moves write the column, so that
-- other changes of items cost nothing more.
create or replace function count_items_move() returns trigger language plpgsql set search_path from current as $$
begin
    insert into totals as t (account_id, list, parent_id, slot, n)
    select new.account_id, 'collection_items', m.parent_id, pg_backend_pid() % 16, m.n
    from (values (old.collection_id, -1), (new.collection_id, 1)) m (parent_id, n) order by m.parent_id
    on conflict (account_id, list, parent_id, slot) do update set n = t.n + excluded.n;
    return null;
end $$;

create or replace trigger count_move after update of collection_id on items
    for each row when (old.collection_id <> new.collection_id) execute function count_items_move();

create or replace function count_items_delete() returns trigger language plpgsql set search_path from current as $$
begin
    insert into totals as t (account_id, list, parent_id, slot, n)
    select r.account_id, l.list, l.parent_id, pg_backend_pid() % 16, - count(*)
    from rows r join accounts a on a.id = r.account_id, lateral (values ('items', 0::bigint), ('collection_items', r.collection_id)) l (list, parent_id)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, list, parent_id, slot) do update set n = t.n + excluded.n;
    return null;
end $$;

create or replace trigger count_delete after delete on items referencing old table as rows
    for each statement execute function count_items_delete();
