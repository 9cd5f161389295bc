-- A copy whose status is not given is loaned while it is lent, and owned otherwise.
create or replace function default_status() returns trigger language plpgsql set search_path from current as $$
begin
    new.status := case when exists (
        select from loans where account_id = new.account_id and copy_id = new.id and status = 'active' and direction = 'outgoing'
    ) then 'loaned' else 'owned' end;
    return new;
end $$;

create or replace trigger default_status before insert or update on copies
    for each row when (new.status is null) execute function default_status();
