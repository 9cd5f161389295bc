-- Nothing calls it: it is there for the release before, until it is dropped in the next.
-- The copies that policies name: themselves, by their collection, or by their location or one
-- that it lies in.
create or replace function copies_of_policies(account bigint, policies bigint[]) returns table (policy_id bigint, copy_id bigint) language sql stable rows 100000 set search_path from current as $$
    with recursive places as (
        select l.policy_id, l.location_id as id from policy_locations l where l.account_id = account and l.policy_id = any(policies)
        union
        select p.policy_id, l.id from places p cross join lateral (select o.id from locations o where o.account_id = account and o.parent_id = p.id offset 0) l
    )
    select p.policy_id, p.copy_id from policy_copies p where p.account_id = account and p.policy_id = any(policies)
    union
    select p.policy_id, c.id from policy_collections p join items i on i.account_id = account and i.collection_id = p.collection_id join copies c on c.account_id = account and c.item_id = i.id
    where p.account_id = account and p.policy_id = any(policies)
    union
    select p.policy_id, c.id from places p join copies c on c.account_id = account and c.location_id = p.id
$$;
