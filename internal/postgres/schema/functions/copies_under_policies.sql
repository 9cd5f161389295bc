-- The held copies that policies name: themselves, by their collection, or by their location or one that
-- it lies in. Each comes once, with its policies by id: the later ways leave out what an earlier one
-- finds, and only policies of several ways are merged.
create or replace function copies_under_policies(account bigint, policies bigint[])
returns table (copy_id bigint, code text, value bigint, policy_ids bigint[]) language sql stable rows 100000 set search_path from current as $$
    with recursive places as (
        select l.policy_id, l.location_id as id from policy_locations l where l.account_id = account and l.policy_id = any(policies)
        union
        select p.policy_id, l.id from places p cross join lateral (select o.id from locations o where o.account_id = account and o.parent_id = p.id offset 0) l
    ), by_place as materialized (
        select p.id as location_id, array_agg(p.policy_id order by p.policy_id) as ids from places p group by 1
    ), by_collection as materialized (
        select p.collection_id, array_agg(p.policy_id order by p.policy_id) as ids from policy_collections p where p.account_id = account and p.policy_id = any(policies) group by 1
    ), by_copy as materialized (
        select p.copy_id, array_agg(p.policy_id order by p.policy_id) as ids from policy_copies p where p.account_id = account and p.policy_id = any(policies) group by 1
    ), held as not materialized (
        select c.id, c.item_id, c.location_id, c.value_currency_code as code, c.estimated_value * c.quantity as value from copies c
        where c.account_id = account and c.status in ('owned', 'loaned', 'other') and not c.borrowed
    ), named as (
        select c.id, c.code, c.value, n.ids, case when exists (select from by_collection) then
            (select o.ids from items i join by_collection o on o.collection_id = i.collection_id where i.account_id = account and i.id = c.item_id) end as more
        from by_place n cross join lateral (select * from held h where h.location_id = n.location_id offset 0) c
        union all
        select c.id, c.code, c.value, null, n.ids from by_collection n join items i on i.account_id = account and i.collection_id = n.collection_id
        join held c on c.item_id = i.id where c.location_id is null or c.location_id not in (select p.location_id from by_place p)
        union all
        select c.id, c.code, c.value, null, null from by_copy n cross join lateral (select * from held h where h.id = n.copy_id offset 0) c
        where (c.location_id is null or c.location_id not in (select p.location_id from by_place p))
          and not exists (select from items i where i.account_id = account and i.id = c.item_id and i.collection_id in (select o.collection_id from by_collection o))
    )
    select c.id, c.code, c.value, case num_nonnulls(c.ids, c.more, n.ids) when 1 then coalesce(c.ids, c.more, n.ids)
        else array(select distinct i from unnest(c.ids || c.more || n.ids) i order by 1) end
    from named c left join by_copy n on n.copy_id = c.id
$$;
