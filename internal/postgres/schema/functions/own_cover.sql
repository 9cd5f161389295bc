-- What the records of copies insure today, in the currency of each copy's value. It is null if
-- a rate is missing.
create or replace function own_cover(account bigint, today date) returns table (copy_id bigint, amount numeric) language sql stable rows 10000 set search_path from current as $$
    select r.copy_id, case when bool_and(r.currency_code = c.value_currency_code or f.factor is not null) then sum(case when r.currency_code = c.value_currency_code then r.insured_value else round(r.insured_value * f.factor) end) end
    from insurance_records r join copies c on c.account_id = account and c.id = r.copy_id
    left join (select * from rates_between(account, today)) f on f.given = r.currency_code and f.wanted = c.value_currency_code
    where r.account_id = account and r.status = 'active' and (r.starts_at is null or r.starts_at <= today) and (r.ends_at is null or r.ends_at >= today)
      and c.estimated_value is not null
    group by 1
$$;
