-- What comes back in large numbers is counted before other rows refer to it. PostgreSQL
-- plans the check of a reference by its statistics: where most of a table had gone to the
-- trash, these said that the account had next to no rows, and each check read all of them.
-- In a table with many more rows of others, the statistics are right as they are.
create or replace function count_restored(rel regclass, came bigint) returns void language plpgsql security definer set search_path from current as $$
begin
    if came > 5000 and came * 10 > (select reltuples from pg_catalog.pg_class where oid = rel) then
        execute pg_catalog.format('analyze %s', rel);
    end if;
end $$;
