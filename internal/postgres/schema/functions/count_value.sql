-- The value of a copy is that of its newest valuation. What comes back from the trash keeps
-- the time of its last change.
create or replace function count_value(account bigint, counted bigint) returns void language plpgsql set search_path from current as $$
begin
    update copies c set estimated_value = v.amount, value_currency_code = v.currency_code, valued_at = v.valued_at,
        updated_at = case current_setting('app.restoring', true) when 'all' then c.updated_at else now() end
    from (values (true)) one left join lateral (
        select amount, currency_code, valued_at from valuations where account_id = account and copy_id = counted order by valued_at desc, id desc limit 1
    ) v on true
    where c.account_id = account and c.id = counted
      and (c.estimated_value, c.value_currency_code, c.valued_at) is distinct from (v.amount, v.currency_code, v.valued_at);
    update valuations v set superseded_at = o.next
    from (
        select id, superseded_at, lag(valued_at) over (order by valued_at desc, id desc) as next from valuations where account_id = account and copy_id = counted
    ) o
    where o.superseded_at is distinct from o.next and v.account_id = account and v.id = o.id;
end $$;
