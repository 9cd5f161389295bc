create or replace function limit_insurance_records() returns trigger language plpgsql set search_path from current as $$
begin
    if (select count(*) from insurance_records where account_id = new.account_id and copy_id = new.copy_id) > 1000 then
        perform refuse_records('insurance_records');
    end if;
    return null;
end $$;

create or replace trigger limit_records after insert on insurance_records
    for each row execute function limit_insurance_records();
