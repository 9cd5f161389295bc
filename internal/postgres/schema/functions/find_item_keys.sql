-- What item_keys has of some items: by their copies, and their set. What is 0 is nowhere, or
-- without a condition; a status is its place in the list of all. Tags are kept apart. A function in SQL would be planned at each call.
create or replace function find_item_keys(account bigint, items bigint[])
returns table (collection_id bigint, item_id bigint, kind text, key bigint) language plpgsql stable rows 1000 set search_path from current as $$
#variable_conflict use_column
begin
    return query
    select i.collection_id, i.id, k.kind, k.key
    from (select distinct unnest(items) as id) q
    cross join lateral (select id, collection_id, set_id from items where account_id = account and id = q.id offset 0) i
    cross join lateral (
        with known as materialized (
            select *, case when held then estimated_value * quantity end as value, held and value_currency_code is not null and value_currency_code <> cost_currency_code as mixed
            from (select *, status in ('owned', 'loaned', 'other') and not borrowed as held from copies where account_id = account and item_id = i.id offset 0) c
        )
        select 'held' as kind, least(coalesce(sum(quantity) filter (where held), 0), 9223372036854775807)::bigint as key from known
        union all select 'set', i.set_id where i.set_id is not null
        union all select distinct d.kind, d.key from known cross join lateral (values ('place', coalesce(location_id, 0)), ('condition', coalesce(item_condition_id, 0)),
            ('status', array_position(array['owned', 'ordered', 'loaned', 'sold', 'gifted', 'lost', 'stolen', 'disposed', 'other'], status)::bigint)) d (kind, key)
        union all select f.kind || ' ' || f.code, greatest(-9223372036854775807, least(sum(f.amount), 9223372036854775807))::bigint
            from known cross join lateral (values ('value', value_currency_code, value), ('paid', cost_currency_code, case when mixed is not true then cost_amount end),
                ('gain', cost_currency_code, case when mixed then null when held then proceeds_amount + value - cost_amount else proceeds_amount - cost_amount end)) f (kind, code, amount)
            where f.amount is not null and f.code is not null group by f.kind, f.code
    ) k;
end $$;
