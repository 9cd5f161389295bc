-- While a copy is lent its status says so. Once it is lost or stolen, the loan is lost.
create or replace function guard_lent() returns trigger language plpgsql set search_path from current as $$
begin
    if new.status in ('lost', 'stolen') then
        update loans set status = 'lost', updated_at = now()
        where account_id = new.account_id and copy_id = new.id and status = 'active' and direction = 'outgoing';
    elsif new.status <> 'loaned' and exists (
        select from loans where account_id = new.account_id and copy_id = new.id and status = 'active' and direction = 'outgoing'
    ) then
        raise exception 'copy % is lent', new.id using errcode = 'check_violation', constraint = 'copies_lent';
    end if;
    return null;
end $$;

create or replace trigger guard_lent after update of status on copies
    for each row when (old.status <> new.status) execute function guard_lent();
