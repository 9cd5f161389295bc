-- +goose Up

-- The lines of an archive are staged like the rows of a table. Their row is the order in which
-- they are written: parents before children, and what was made first, first.
alter table import_rows add column part text; -- null if the file is a table
alter table import_rows add column uuid uuid;
alter table import_rows add column object_id bigint; -- what the line made, changed or was found to be

-- What follows from records is counted for copies that come back or in with the times they had.
-- +goose StatementBegin
create or replace function count_value(account bigint, counted bigint) returns void language plpgsql as $$
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
-- +goose StatementEnd
-- +goose StatementBegin
create or replace function count_cost(account bigint, counted bigint) returns void language plpgsql as $$
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
-- +goose StatementEnd

-- +goose Down
alter table import_rows drop column part, drop column uuid, drop column object_id;
