create or replace function limit_valuations() returns trigger language plpgsql set search_path from current as $$
begin
    if (select count(*) from valuations where account_id = new.account_id and copy_id = new.copy_id) > 1000 then
        perform refuse_records('valuations');
    end if;
    return null;
end $$;

create or replace trigger limit_records after insert on valuations
    for each row execute function limit_valuations();
