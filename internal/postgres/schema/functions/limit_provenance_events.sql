create or replace function limit_provenance_events() returns trigger language plpgsql set search_path from current as $$
begin
    if (select count(*) from provenance_events where account_id = new.account_id and copy_id = new.copy_id) > 1000 then
        perform refuse_records('provenance_events');
    end if;
    return null;
end $$;

create or replace trigger limit_records after insert on provenance_events
    for each row execute function limit_provenance_events();
