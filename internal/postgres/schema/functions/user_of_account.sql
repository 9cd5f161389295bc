-- Whoever joins a suspended account is suspended with it. The lock waits for an account that is
-- being suspended.
create or replace function user_of_account() returns trigger language plpgsql set search_path from current as $$
begin
    new.account_suspended := coalesce((select suspended_at is not null from accounts where id = new.account_id for share), false);
    return new;
end $$;

create or replace trigger of_account before insert on users
    for each row execute function user_of_account();
