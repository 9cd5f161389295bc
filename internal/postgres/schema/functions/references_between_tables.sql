-- The references between tables are part of the statements that ask for them, which a
-- search_path would forbid: deleting would take half as long again. Those who ask look
-- at home, and tables are named without asking where they are visible.
create or replace function references_between_tables() returns table (child text, parent text, field text, needed boolean, cascades boolean, clears boolean, columns text[], targets text[])
language sql stable as $$
    select o.relname::text, p.relname::text, f.attname::text, f.attnotnull,
        c.confdeltype = 'c' and o.relname not in ('collection_sums', 'share_links', 'public_collections'), c.confdeltype = 'n', k.columns, k.targets
    from pg_constraint c join pg_class o on o.oid = c.conrelid join pg_class p on p.oid = c.confrelid
    cross join lateral (
        select array_agg(a.attname::text order by u.n) as columns, array_agg(b.attname::text order by u.n) as targets, max(a.attnum) filter (where b.attname = 'id') as holder
        from unnest(c.conkey, c.confkey) with ordinality u (own, other, n)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = u.own
        join pg_attribute b on b.attrelid = c.confrelid and b.attnum = u.other
    ) k
    join pg_attribute f on f.attrelid = c.conrelid and f.attnum = k.holder
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace and p.relname <> 'accounts'
$$;
