-- The length of the list of all photos.
create or replace function count_photos_insert() returns trigger language plpgsql set search_path from current as $$
begin
    insert into totals as t (account_id, list, parent_id, slot, n)
    select r.account_id, 'photos', 0, pg_backend_pid() % 16, count(*) from rows r join accounts a on a.id = r.account_id group by 1
    on conflict (account_id, list, parent_id, slot) do update set n = t.n + excluded.n;
    return null;
end $$;

create or replace trigger count_insert after insert on photos referencing new table as rows
    for each statement execute function count_photos_insert();

create or replace function count_photos_delete() returns trigger language plpgsql set search_path from current as $$
begin
    insert into totals as t (account_id, list, parent_id, slot, n)
    select r.account_id, 'photos', 0, pg_backend_pid() % 16, -count(*) from rows r join accounts a on a.id = r.account_id group by 1
    on conflict (account_id, list, parent_id, slot) do update set n = t.n + excluded.n;
    return null;
end $$;

create or replace trigger count_delete after delete on photos referencing old table as rows
    for each statement execute function count_photos_delete();
