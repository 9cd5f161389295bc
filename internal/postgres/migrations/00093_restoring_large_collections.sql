-- +goose Up

-- What comes back in large numbers is counted before other rows refer to it. PostgreSQL
-- plans the check of a reference by its statistics: where most of a table had gone to the
-- trash, these said that the account had next to no rows, and each check read all of them.
-- In a table with many more rows of others, the statistics are right as they are.
-- +goose StatementBegin
create function count_restored(rel regclass, came bigint) returns void language plpgsql security definer as $$
begin
    if came > 5000 and came * 10 > (select reltuples from pg_catalog.pg_class where oid = rel) then
        execute pg_catalog.format('analyze %s', rel);
    end if;
end $$;
-- +goose StatementEnd

-- +goose StatementBegin
do $$
declare
    body text := pg_get_functiondef('restore_from_trash(bigint, bigint, boolean, bigint)'::regprocedure);
begin
    if body not like '%done := done || r.relation;%' then
        raise exception 'restore_from_trash is not the one that this migration changes';
    end if;
    execute replace(body, 'done := done || r.relation;', 'perform count_restored(r.relation::regclass, (
                select count(*) from trash_rows t where t.account_id = account and t.entry_id = wanted and t.relation = r.relation));
            done := done || r.relation;');
end $$;
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
do $$
begin
    execute regexp_replace(pg_get_functiondef('restore_from_trash(bigint, bigint, boolean, bigint)'::regprocedure), 'perform count_restored.*?relation\)\);\s*', '');
end $$;
-- +goose StatementEnd
drop function count_restored(regclass, bigint);
