-- The events of maintenance and loans that are part of the provenance.
create or replace function keep_maintenance_event() returns trigger language plpgsql set search_path from current as $$
begin
    if not new.include_in_provenance then
        delete from provenance_events where account_id = new.account_id and copy_id = new.copy_id and maintenance_record_id = new.id;
        return null;
    end if;
    insert into provenance_events as e (account_id, copy_id, type, title, description, occurred_at, occurred_at_precision, maintenance_record_id)
    values (new.account_id, new.copy_id, 'significant_restoration', new.title, new.description, new.performed_at,
        case when new.performed_at is null then 'unknown' else 'exact' end, new.id)
    on conflict (account_id, copy_id, maintenance_record_id) do update
    set title = excluded.title, description = excluded.description, occurred_at = excluded.occurred_at,
        occurred_at_precision = excluded.occurred_at_precision, updated_at = now()
    where (e.title, e.description, e.occurred_at) is distinct from (excluded.title, excluded.description, excluded.occurred_at);
    return null;
end $$;

create or replace trigger keep_event after insert or update on maintenance_records
    for each row when (coalesce(current_setting('app.restoring', true), '') = '') execute function keep_maintenance_event();
