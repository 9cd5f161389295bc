-- +goose NO TRANSACTION
-- +goose Up

-- Databases from before the baseline have checks that say what their columns should say.
-- Validating a check locks nobody out, and PostgreSQL reads no row to believe it.
-- locks allowed: one table at a time, and what was done is not done again
-- +goose StatementBegin
do $$
declare
    there record;
begin
    for there in select c.conrelid::regclass as relation, c.conname as name from pg_constraint c
        where c.connamespace = current_schema()::regnamespace and c.conname = (select relname from pg_class where oid = c.conrelid) || '_uuid_there' loop
        execute format('alter table %s validate constraint %I', there.relation, there.name);
        execute format('alter table %s alter column uuid set not null', there.relation); -- in the same command, the check would be gone first
        execute format('alter table %s drop constraint %I', there.relation, there.name);
        commit;
    end loop;
end $$;
-- +goose StatementEnd
