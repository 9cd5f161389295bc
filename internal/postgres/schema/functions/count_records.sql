create or replace function count_records() returns trigger language plpgsql set search_path from current as $$
declare
    account bigint := coalesce(new.account_id, old.account_id);
    counted bigint := coalesce(new.copy_id, old.copy_id);
begin
    if tg_table_name = 'valuations' then
        perform count_value(account, counted);
    else
        perform count_cost(account, counted);
    end if;
    return null;
end $$;

create or replace trigger count_records after insert or delete or update of copy_id, amount, valued_at, currency_code on valuations
    for each row when (coalesce(current_setting('app.restoring', true), '') <> 'all') execute function count_records();
create or replace trigger count_records after insert or delete or update on transactions
    for each row when (coalesce(current_setting('app.restoring', true), '') <> 'all') execute function count_records();
