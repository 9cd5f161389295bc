-- What the smallest unit of a currency is worth in that of another, for the currencies that an
-- account insures in: by a rate of either, or by a base that has both. The newest rate wins,
-- then the first base.
create or replace function rates_between(account bigint, today date) returns table (given text, wanted text, factor numeric) language sql stable rows 10 set search_path from current as $$
    with codes as materialized (
        select distinct currency_code as code from collection_sums where account_id = account
        union select distinct currency_code from insurance_records where account_id = account and status = 'active'
        union select distinct currency_code from policies where account_id = account and status = 'active'
        union select currency from accounts where id = account
    ), newest as materialized (
        select distinct on (base, currency_code) base, currency_code as code, rate, date from exchange_rates
        where (select count(*) > 1 from codes) and date between today - 10 and today and rate > 0 order by base, currency_code, date desc
    ), known as materialized (
        select base, code, rate, date from newest where base <> code and code in (select code from codes)
        union all select distinct base, base, 1, 'infinity'::date from newest where base in (select code from codes)
    )
    select distinct on (g.code, w.code) g.code, w.code, w.rate::numeric(60, 30) / g.rate * 10::numeric ^ (minor_units(w.code) - minor_units(g.code))
    from known g join known w on w.base = g.base and w.code <> g.code
    order by g.code, w.code, least(g.date, w.date) desc, g.base
$$;
