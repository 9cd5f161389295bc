create or replace function count_collections_insert() returns trigger language plpgsql set search_path from current as $$
begin
    insert into totals as t (account_id, list, parent_id, slot, n)
    select r.account_id, l.list, l.parent_id, pg_backend_pid() % 16, + count(*)
    from rows r join accounts a on a.id = r.account_id, lateral (values ('collections', 0::bigint)) l (list, parent_id)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, list, parent_id, slot) do update set n = t.n + excluded.n;
    return null;
end $$;

create or replace trigger count_insert after insert on collections referencing new table as rows
    for each statement execute function count_collections_insert();

create or replace function count_collections_delete() returns trigger language plpgsql set search_path from current as $$
begin
    insert into totals as t (account_id, list, parent_id, slot, n)
    select r.account_id, l.list, l.parent_id, pg_backend_pid() % 16, - count(*)
    from rows r join accounts a on a.id = r.account_id, lateral (values ('collections', 0::bigint)) l (list, parent_id)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, list, parent_id, slot) do update set n = t.n + excluded.n;
    return null;
end $$;

create or replace trigger count_delete after delete on collections referencing old table as rows
    for each statement execute function count_collections_delete();
