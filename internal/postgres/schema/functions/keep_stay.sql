-- A copy that is put somewhere else leaves its stay and begins another: today, or
-- when its last stay began or ended, if that is later.
create or replace function keep_stay() returns trigger language plpgsql set search_path from current as $$
declare
    present record;
    moved   date;
begin
    select id, location_id into present from location_history where account_id = new.account_id and copy_id = new.id and moved_out_at is null;
    if present.location_id = new.location_id or present.id is null and new.location_id is null then
        return null; -- the stay was written first
    end if;
    select greatest((now() at time zone 'UTC')::date, max(moved_at), max(moved_out_at)) into moved
    from location_history where account_id = new.account_id and copy_id = new.id;
    with closed as (
        update location_history set moved_out_at = moved, updated_at = now() where account_id = new.account_id and id = present.id returning id
    )
    insert into location_history (account_id, copy_id, location_id, location_name, moved_at)
    select new.account_id, new.id, l.id, l.name, moved from locations l, (select count(*) from closed) first
    where l.account_id = new.account_id and l.id = new.location_id;
    return null;
end $$;

create or replace trigger stay_begins after insert on copies
    for each row when ((new.location_id is not null) and (coalesce(current_setting('app.restoring', true), '') = '')) execute function keep_stay();
create or replace trigger stay_changes after update of location_id on copies
    for each row when ((old.location_id is distinct from new.location_id) and (coalesce(current_setting('app.restoring', true), '') = ''))
    execute function keep_stay();
