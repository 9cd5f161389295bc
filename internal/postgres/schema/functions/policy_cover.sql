-- The held copies that active policies name, with what each policy pays of them, in the currency
-- of the copy's value, and what is left. What its own records do not cover goes to the policies
-- in the order of their ids, while a sum lasts; each takes copies by value, the highest first.
-- Going through the copies by value, and for each through its policies, is the same.
-- A copy without a value has no shares; one whose cover cannot be known has null for the rest.
create or replace function policy_cover(account bigint, today date)
returns table (copy_id bigint, code text, value bigint, policy_ids bigint[], shares bigint[], paid numeric[], rest bigint) language plpgsql stable rows 100000 set search_path from current as $$
declare
    live   bigint[];
    codes  text[];
    purse  numeric[];
    rates  jsonb;
    alike  boolean; -- all policies are in one currency
    c      record;
    at     integer;
    factor numeric;
    want   numeric;
begin
    select array_agg(p.id order by p.id), array_agg(p.currency_code order by p.id), array_agg(p.insured_value::numeric order by p.id), count(distinct p.currency_code) = 1 into live, codes, purse, alike
    from policies p where p.account_id = account and p.status = 'active' and (p.starts_at is null or p.starts_at <= today) and (p.ends_at is null or p.ends_at >= today);
    if live is null then
        return;
    end if;
    select coalesce(jsonb_object_agg(f.given || f.wanted, f.factor), '{}') into rates from rates_between(account, today) f;
    for c in
        with insured as (
            select n.copy_id, array_agg(n.policy_id order by n.policy_id) as policies from copies_of_policies(account, live) n group by 1
        )
        select k.id, k.value_currency_code as code, k.estimated_value * k.quantity as value, n.policies, o.copy_id is not null as recorded, o.amount as own
        from insured n join copies k on k.account_id = account and k.id = n.copy_id left join own_cover(account, today) o on o.copy_id = k.id
        where k.status in ('owned', 'loaned', 'other') and not k.borrowed
        order by k.estimated_value * k.quantity * case when k.value_currency_code = (select a.currency from accounts a where a.id = account) then 1
            else (rates ->> (k.value_currency_code || (select a.currency from accounts a where a.id = account)))::numeric end desc nulls last, k.id
    loop
        copy_id := c.id; code := c.code; value := c.value; policy_ids := c.policies; shares := null; paid := null; rest := null;
        if c.value is not null and not (c.recorded and c.own is null) then
            rest := c.value - least(c.value, coalesce(c.own, 0));
            shares := array_fill(0::bigint, array[cardinality(c.policies)]);
            paid := array_fill(0::numeric, array[cardinality(c.policies)]);
            if rest > 0 and not (alike and c.code = codes[1]) then
                for n in 1 .. cardinality(c.policies) loop
                    at := array_position(live, c.policies[n]);
                    if codes[at] <> c.code and not rates ? (c.code || codes[at]) then
                        rest := null; shares := null; paid := null;
                        exit;
                    end if;
                end loop;
            end if;
            for n in 1 .. cardinality(c.policies) loop
                exit when rest = 0 or rest is null;
                at := array_position(live, c.policies[n]);
                continue when purse[at] = 0;
                factor := case when codes[at] = c.code then 1 else (rates ->> (c.code || codes[at]))::numeric end;
                want := round(rest * factor);
                if want <= purse[at] then
                    shares[n] := rest; paid[n] := want;
                else
                    shares[n] := least(rest, floor(purse[at] / factor)); paid[n] := purse[at];
                end if;
                purse[at] := purse[at] - paid[n];
                rest := rest - shares[n];
            end loop;
        end if;
        return next;
    end loop;
end $$;
