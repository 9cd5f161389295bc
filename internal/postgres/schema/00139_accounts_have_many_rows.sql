-- +goose NO TRANSACTION
-- +goose Up

-- Where most accounts have one row of a kind, every index that begins with the account
-- looks as good as the key, and references to a row of a large account were checked by
-- reading all of them. PostgreSQL is told that an account has a hundred rows.
-- locks allowed: none that stops readers or writers
-- +goose StatementBegin
do $$
declare
    referred regclass;
begin
    for referred in select distinct c.confrelid::regclass from pg_constraint c
        join pg_attribute a on a.attrelid = c.confrelid and a.attname = 'account_id'
        where c.contype = 'f' and c.connamespace = current_schema()::regnamespace order by 1 loop
        execute format('alter table %s alter column account_id set (n_distinct = -0.01)', referred);
        execute format('analyze %s', referred);
        commit;
    end loop;
end $$;
-- +goose StatementEnd
