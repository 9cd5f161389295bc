-- A copy is where its open stay says.
create or replace function keep_place() returns trigger language plpgsql set search_path from current as $$
declare
    account bigint := coalesce(new.account_id, old.account_id);
    moved   bigint := coalesce(new.copy_id, old.copy_id);
begin
    if tg_op <> 'DELETE' and exists (
        select from location_history s where s.account_id = account and s.copy_id = moved and s.id <> new.id
          and s.moved_at < coalesce(new.moved_out_at, 'infinity') and new.moved_at < coalesce(s.moved_out_at, 'infinity')
    ) then
        raise exception 'copy % has been in two places at once', moved using errcode = 'check_violation', constraint = 'location_history_overlap';
    end if;
    update copies c set location_id = s.location_id, updated_at = now()
    from (values (true)) one left join lateral (
        select location_id from location_history where account_id = account and copy_id = moved and moved_out_at is null
    ) s on true
    where c.account_id = account and c.id = moved and c.location_id is distinct from s.location_id;
    return null;
end $$;

create or replace trigger keep_place after insert or delete or update on location_history
    for each row when (coalesce(current_setting('app.restoring', true), '') <> 'all') execute function keep_place();
