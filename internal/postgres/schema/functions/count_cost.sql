-- Cost and proceeds are unknown without a transaction by which the copy was got, and
-- with two currencies.
create or replace function count_cost(account bigint, counted bigint) returns void language plpgsql set search_path from current as $$
begin
    update copies c set cost_amount = t.cost, proceeds_amount = t.proceeds, cost_currency_code = t.currency,
        updated_at = case current_setting('app.restoring', true) when 'all' then c.updated_at else now() end
    from (
        select case when got and currencies <= 1 then cost end as cost, case when got and currencies <= 1 then proceeds end as proceeds,
               case when got and currencies <= 1 then coalesce(counted_in, got_in) end as currency
        from (
            select coalesce(bool_or(type in ('purchase', 'trade', 'gift_received', 'inheritance')), false) as got,
                   coalesce(sum(case when type = 'refund' then -total when type <> 'sale' then total end)
                       filter (where type in ('purchase', 'trade', 'fee', 'tax', 'shipping', 'refund')), 0)::bigint as cost,
                   coalesce(sum(total) filter (where type = 'sale'), 0)::bigint as proceeds,
                   count(distinct currency_code) filter (where summed) as currencies,
                   min(currency_code) filter (where summed) as counted_in,
                   min(currency_code) filter (where type in ('purchase', 'trade', 'gift_received', 'inheritance')) as got_in
            from (select *, total is not null and type in ('purchase', 'trade', 'fee', 'tax', 'shipping', 'refund', 'sale') as summed
                  from transactions where account_id = account and copy_id = counted) own
        ) sums
    ) t
    where c.account_id = account and c.id = counted
      and (c.cost_amount, c.proceeds_amount, c.cost_currency_code) is distinct from (t.cost, t.proceeds, t.currency);
end $$;
