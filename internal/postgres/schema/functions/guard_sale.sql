-- What is lent or borrowed is neither sold nor given away.
create or replace function guard_sale() returns trigger language plpgsql set search_path from current as $$
begin
    if exists (select from loans where account_id = new.account_id and copy_id = new.copy_id and status = 'active') then
        raise exception 'copy % is lent or borrowed', new.copy_id using errcode = 'check_violation', constraint = 'transactions_lent';
    end if;
    return null;
end $$;

create or replace trigger guard_sale after insert on transactions
    for each row when ((new.type in ('sale', 'gift_given')) and (coalesce(current_setting('app.restoring', true), '') <> 'all'))
    execute function guard_sale();
create or replace trigger guard_turned_sale after update of type on transactions
    for each row when ((new.type in ('sale', 'gift_given')) and old.type not in ('sale', 'gift_given')) execute function guard_sale();
