create or replace function limit_location_history() returns trigger language plpgsql set search_path from current as $$
begin
    if (select count(*) from location_history where account_id = new.account_id and copy_id = new.copy_id) > 1000 then
        perform refuse_records('location_history');
    end if;
    return null;
end $$;

create or replace trigger limit_records after insert on location_history
    for each row execute function limit_location_history();
