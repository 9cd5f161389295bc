create or replace function keys_of_user() returns trigger language plpgsql set search_path from current as $$
begin
    update api_keys set role = new.role, user_name = coalesce(new.nickname, new.first_name || ' ' || new.last_name),
        suspended = new.suspended_at is not null or new.account_suspended
    where account_id = new.account_id and user_id = new.id;
    return null;
end $$;

create or replace trigger keys_of_user after update on users
    for each row when ((old.role, old.nickname, old.first_name, old.last_name, old.suspended_at, old.account_suspended)
        is distinct from (new.role, new.nickname, new.first_name, new.last_name, new.suspended_at, new.account_suspended))
    execute function keys_of_user();
