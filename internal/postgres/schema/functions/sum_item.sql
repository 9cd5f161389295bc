-- A snapshot does not show copies that came since. Whoever adds one writes a slot of
-- copies without a value, which cannot be written here then; and what has changed cannot
-- be locked. Both fail, and the move is tried again.
create or replace function sum_item_move() returns trigger language plpgsql set search_path from current as $$
begin
    if current_setting('transaction_isolation') <> 'read committed' then
        insert into collection_sums as s (account_id, collection_id, currency_code, slot, copies, held, quantity, value)
        select new.account_id, old.collection_id, '', slot, 0, 0, 0, 0 from generate_series(0, 15) slot
        on conflict (account_id, collection_id, currency_code, slot) do update set copies = s.copies;
        perform from copies where account_id = new.account_id and item_id = new.id for share;
    end if;
    perform sum_item(new.account_id, new.id, m.collection_id, m.sign)
    from (values (old.collection_id, -1), (new.collection_id, 1)) m (collection_id, sign) order by m.collection_id;
    return null;
end $$;

create or replace trigger sum_move after update of collection_id on items
    for each row when (old.collection_id <> new.collection_id) execute function sum_item_move();

-- A deleted item takes its copies with it, which will not find it any more.
create or replace function sum_item_delete() returns trigger language plpgsql set search_path from current as $$
begin
    perform sum_item(old.account_id, old.id, old.collection_id, -1);
    return old;
end $$;

create or replace trigger sum_delete before delete on items
    for each row execute function sum_item_delete();

-- Adds the copies of an item to a collection, or takes them away.
create or replace function sum_item(account bigint, item bigint, collection bigint, sign integer) returns void language plpgsql set search_path from current as $$
begin
    insert into collection_sums as s (account_id, collection_id, currency_code, slot, copies, held, quantity, value)
    select account, collection, coalesce(c.value_currency_code, ''), pg_backend_pid() % 16, sign * count(*), sign * count(*) filter (where c.counts),
        sign * coalesce(sum(c.quantity) filter (where c.counts), 0), sign * coalesce(sum(c.estimated_value * c.quantity) filter (where c.counts), 0)
    from (select *, status in ('owned', 'loaned', 'other') and not borrowed as counts from copies where account_id = account and item_id = item) c
    where exists (select from collections where account_id = account and id = collection)
    group by 3 order by 3
    on conflict (account_id, collection_id, currency_code, slot) do update
    set copies = s.copies + excluded.copies, held = s.held + excluded.held, quantity = s.quantity + excluded.quantity, value = s.value + excluded.value;
end $$;
