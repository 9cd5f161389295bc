-- How the value of held copies divides that have a record today or are named by an active policy:
-- covered, above the sums of the policies that name the copy, or not insured. These add up to
-- the value; all are null if a rate is missing. What has no row is not insured.
create or replace function cover_of_copies(account bigint, today date)
returns table (copy_id bigint, item_id bigint, code text, value bigint, covered bigint, above bigint, uninsured bigint) language sql stable rows 100000 set search_path from current as $$
    select c.id, c.item_id, c.value_currency_code, v.value, v.value - v.rest, case when p.copy_id is null then v.rest * 0 else v.rest end, case when p.copy_id is null then v.rest else v.rest * 0 end
    from own_cover(account, today) o full join policy_cover(account, today) p on p.copy_id = o.copy_id
    join copies c on c.account_id = account and c.id = coalesce(p.copy_id, o.copy_id)
    cross join lateral (select c.estimated_value * c.quantity as value,
        case when p.copy_id is not null then p.rest when o.amount is not null then (c.estimated_value * c.quantity - least(c.estimated_value * c.quantity, o.amount))::bigint end as rest) v
    where c.status in ('owned', 'loaned', 'other') and not c.borrowed and c.estimated_value is not null
$$;
