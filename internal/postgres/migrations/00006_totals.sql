-- +goose Up

-- Lengths of the long lists, maintained by triggers in the transaction of every
-- change: counting a million rows per page would cost more than the page. A
-- total is the sum of its slots. Each connection writes to its own slot, so that
-- the writers of one account do not wait for each other.
create table totals (
    account_id bigint not null references accounts (id) on delete cascade,
    list       text not null,
    parent_id  bigint not null, -- 0 for lists of the whole account
    slot       smallint not null,
    n          bigint not null,
    primary key (account_id, list, parent_id, slot)
) with (fillfactor = 50);

alter table totals enable row level security;
create policy account_only on totals using (account_id = current_setting('app.account_id')::bigint);

-- The lists a row of a table counts in: "list, parent" as SQL over the row.
-- +goose StatementBegin
do $$
declare
    counted record;
    step    record;
begin
    for counted in select * from (values
        ('collections',      $l$('collections', 0::bigint)$l$),
        ('collection_types', $l$('collection_types', 0::bigint)$l$),
        ('locations',        $l$('locations', 0::bigint)$l$),
        ('items',            $l$('items', 0::bigint), ('collection_items', r.collection_id)$l$),
        ('copies',           $l$('copies', 0::bigint)$l$),
        ('logs',             $l$('logs', r.user_id)$l$)
    ) c (table_name, lists)
    loop
        for step in select * from (values ('insert', 'new', '+'), ('delete', 'old', '-')) s (event, transition, sign)
        loop
            execute format($f$
                create function count_%1$s_%2$s() returns trigger language plpgsql as $body$
                begin
                    insert into totals as t (account_id, list, parent_id, slot, n)
                    select r.account_id, l.list, l.parent_id, pg_backend_pid() %% 16, %5$s count(*)
                    from rows r join accounts a on a.id = r.account_id, lateral (values %3$s) l (list, parent_id)
                    group by 1, 2, 3 order by 1, 2, 3
                    on conflict (account_id, list, parent_id, slot) do update set n = t.n + excluded.n;
                    return null;
                end $body$;
                create trigger count_%2$s after %2$s on %1$I referencing %4$s table as rows
                    for each statement execute function count_%1$s_%2$s();
            $f$, counted.table_name, step.event, counted.lists, step.transition, step.sign);
        end loop;
        -- Forced row security holds for an owner who migrates, too, and no account is in scope here.
        execute format('alter table %I no force row level security', counted.table_name);
        execute format($f$
            insert into totals (account_id, list, parent_id, slot, n)
            select r.account_id, l.list, l.parent_id, 0, count(*) from %I r, lateral (values %s) l (list, parent_id) group by 1, 2, 3
        $f$, counted.table_name, counted.lists);
        execute format('alter table %I force row level security', counted.table_name);
    end loop;
end $$;
-- +goose StatementEnd
alter table totals force row level security;

-- +goose Down
-- +goose StatementBegin
do $$
declare
    name text;
begin
    foreach name in array array ['collections', 'collection_types', 'locations', 'items', 'copies', 'logs'] loop
        execute format('drop function count_%1$s_insert, count_%1$s_delete cascade', name);
    end loop;
end $$;
-- +goose StatementEnd
drop table totals;
