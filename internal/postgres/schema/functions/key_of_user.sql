create or replace function key_of_user() returns trigger language plpgsql set search_path from current as $$
begin
    -- The lock waits for a change of the user that is under way, so that no key
    -- is made with the role from before it.
    select u.role, coalesce(u.nickname, u.first_name || ' ' || u.last_name), u.suspended_at is not null or u.account_suspended
    into new.role, new.user_name, new.suspended
    from users u where u.account_id = new.account_id and u.id = new.user_id for share;
    new.suspended := coalesce(new.suspended, false);
    return new;
end $$;

create or replace trigger of_user before insert on api_keys
    for each row execute function key_of_user();
