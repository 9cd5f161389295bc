create or replace function limit_transactions() returns trigger language plpgsql set search_path from current as $$
begin
    if (select count(*) from transactions where account_id = new.account_id and copy_id = new.copy_id) > 1000 then
        perform refuse_records('transactions');
    end if;
    return null;
end $$;

create or replace trigger limit_records after insert on transactions
    for each row execute function limit_transactions();
