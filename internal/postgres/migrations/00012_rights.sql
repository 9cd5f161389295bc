-- +goose Up

-- A key carries what every request needs to know of its user, so that
-- identifying a caller reads one row of one table. Triggers update it in the
-- transaction of the change: a demotion takes effect at once, on every key.
alter table api_keys
    add column role      text,
    add column user_name text;

-- +goose StatementBegin
create function key_of_user() returns trigger language plpgsql as $body$
begin
    -- The lock waits for a change of the user that is under way, so that no key
    -- is made with the role from before it.
    select u.role, coalesce(u.nickname, u.first_name || ' ' || u.last_name) into new.role, new.user_name
    from users u where u.account_id = new.account_id and u.id = new.user_id for share;
    return new;
end $body$;
-- +goose StatementEnd
create trigger of_user before insert on api_keys for each row execute function key_of_user();

-- +goose StatementBegin
create function keys_of_user() returns trigger language plpgsql as $body$
begin
    update api_keys set role = new.role, user_name = coalesce(new.nickname, new.first_name || ' ' || new.last_name)
    where account_id = new.account_id and user_id = new.id;
    return null;
end $body$;
-- +goose StatementEnd
create trigger keys_of_user after update on users for each row
    when ((old.role, old.nickname, old.first_name, old.last_name) is distinct from (new.role, new.nickname, new.first_name, new.last_name))
    execute function keys_of_user();

-- An owner who migrates is subject to forced row security, and no account is in
-- scope here.
alter table users no force row level security;
alter table api_keys no force row level security;
-- locks allowed: an account has few keys, and only last_used_at is written to them
update api_keys k set role = u.role, user_name = coalesce(u.nickname, u.first_name || ' ' || u.last_name)
from users u where u.account_id = k.account_id and u.id = k.user_id;
alter table users force row level security;
alter table api_keys force row level security;

-- The account in scope is evaluated once per statement, at the first row,
-- instead of once per row. So the statement that finds the caller can also set
-- it.
-- +goose StatementBegin
-- locks allowed: alter policy takes a moment, whatever the size of the table
do $$
declare
    kept record;
begin
    for kept in select c.relname as name, case c.relname when 'accounts' then 'id' else 'account_id' end as key
        from pg_policy p join pg_class c on c.oid = p.polrelid where p.polname = 'account_only' and c.relnamespace = current_schema()::regnamespace
    loop
        execute format($f$alter policy account_only on %I using (%I = (select current_setting('app.account_id')::bigint))$f$, kept.name, kept.key);
    end loop;
end $$;
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
do $$
declare
    kept record;
begin
    for kept in select c.relname as name, case c.relname when 'accounts' then 'id' else 'account_id' end as key
        from pg_policy p join pg_class c on c.oid = p.polrelid where p.polname = 'account_only' and c.relnamespace = current_schema()::regnamespace
    loop
        execute format($f$alter policy account_only on %I using (%I = current_setting('app.account_id')::bigint)$f$, kept.name, kept.key);
    end loop;
end $$;
-- +goose StatementEnd
drop trigger keys_of_user on users;
drop trigger of_user on api_keys;
drop function key_of_user, keys_of_user;
alter table api_keys drop column role, drop column user_name;
