-- The held copies that active policies name, with what each policy pays of them, in the currency
-- of the copy's value, and what is left. What its own records do not cover goes to the policies
-- in the order of their ids, while a sum lasts; each takes copies by value, the highest first.
-- Going through the copies by value, and for each through its policies, is the same. Each step is a few
-- simple expressions, because an account has very many copies.
-- A copy without a value has no shares; one whose cover cannot be known has null for the rest.
create or replace function policy_cover(account bigint, today date)
returns table (copy_id bigint, code text, value bigint, policy_ids bigint[], shares bigint[], paid numeric[], rest bigint) language plpgsql stable rows 100000 set search_path from current as $$
declare
    live    bigint[];
    codes   text[];
    purses  numeric[];
    rates   jsonb;
    home    text;
    of      text := ''; -- the currency of the copy before, and
    factors numeric[];  -- the worth of its smallest unit in those of the policies
    strange bigint[];   -- the policies to whose currencies a rate is missing
    at      integer;
    share   bigint;
    sum     numeric;
begin
    select array_agg(p.id order by p.id), array_agg(p.currency_code order by p.id), array_agg(p.insured_value::numeric order by p.id) into live, codes, purses
    from policies p where p.account_id = account and p.status = 'active' and (p.starts_at is null or p.starts_at <= today) and (p.ends_at is null or p.ends_at >= today);
    if live is null then
        return;
    end if;
    select a.currency into home from accounts a where a.id = account;
    select coalesce(jsonb_object_agg(f.given || f.wanted, f.factor), '{}') into rates from rates_between(account, today) f;
    for copy_id, code, value, policy_ids, rest in
        with worth as materialized (
            select f.given, f.factor from rates_between(account, today) f where f.wanted = home union all select home, 1
        )
        select c.copy_id, c.code, c.value, c.policy_ids, case when o.copy_id is null then c.value when o.amount is not null then (c.value - least(c.value, o.amount))::bigint end
        from copies_under_policies(account, live) c left join own_cover(account, today) o on o.copy_id = c.copy_id left join worth w on w.given = c.code
        order by c.value * w.factor desc nulls last, c.copy_id
    loop
        if rest > 0 and code <> of then
            of := code;
            select array_agg(f.factor order by p.n), array_agg(live[p.n]) filter (where f.factor is null) into factors, strange from unnest(codes) with ordinality p (code, n)
            cross join lateral (select case when p.code = of then 1 else (rates ->> (of || p.code))::numeric end as factor) f;
        end if;
        if rest > 0 and policy_ids && strange then
            rest := null;
        end if;
        if rest is null then
            shares := null; paid := null;
        else
            shares := array_fill(0::bigint, array[cardinality(policy_ids)]);
            paid := array_fill(0::numeric, array[cardinality(policy_ids)]);
            for n in 1 .. cardinality(policy_ids) loop
                exit when rest = 0;
                at := array_position(live, policy_ids[n]);
                continue when purses[at] = 0;
                share := rest; sum := round(rest * factors[at]);
                if sum > purses[at] then
                    sum := purses[at]; share := least(rest, floor(sum / factors[at]));
                end if;
                shares[n] := share; paid[n] := sum;
                purses[at] := purses[at] - sum; rest := rest - share;
            end loop;
        end if;
        return next;
    end loop;
end $$;
