-- Whoever changes a copy shares the lock of its item, so that the item does not move to
-- another collection meanwhile. The copies of a deleted item were taken away before it.
create or replace function sum_copies_insert() returns trigger language plpgsql set search_path from current as $$
begin
    insert into collection_sums as s (account_id, collection_id, currency_code, slot, copies, held, quantity, value)
    select r.account_id, i.collection_id, coalesce(r.value_currency_code, ''), pg_backend_pid() % 16, count(*), count(*) filter (where r.counts),
        coalesce(sum(r.quantity) filter (where r.counts), 0), coalesce(sum(r.estimated_value * r.quantity) filter (where r.counts), 0)
    from (select *, status in ('owned', 'loaned', 'other') and not borrowed as counts from rows) r
    cross join lateral (select collection_id from items where account_id = r.account_id and id = r.item_id for share) i
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, collection_id, currency_code, slot) do update
    set copies = s.copies + excluded.copies, held = s.held + excluded.held, quantity = s.quantity + excluded.quantity, value = s.value + excluded.value;
    return null;
end $$;

create or replace trigger sum_insert after insert on copies referencing new table as rows
    for each statement execute function sum_copies_insert();

create or replace function sum_copies_update() returns trigger language plpgsql set search_path from current as $$
begin
    insert into collection_sums as s (account_id, collection_id, currency_code, slot, copies, held, quantity, value)
    select new.account_id, i.collection_id, d.code, pg_backend_pid() % 16, sum(d.sign), coalesce(sum(d.sign) filter (where d.counts), 0), coalesce(sum(d.sign * d.quantity) filter (where d.counts), 0),
        coalesce(sum(d.sign * d.value) filter (where d.counts), 0)
    from (select collection_id from items where account_id = new.account_id and id = new.item_id for share) i,
        (values (coalesce(old.value_currency_code, ''), -1, old.status in ('owned', 'loaned', 'other') and not old.borrowed, old.quantity, coalesce(old.estimated_value, 0) * old.quantity),
                (coalesce(new.value_currency_code, ''), 1, new.status in ('owned', 'loaned', 'other') and not new.borrowed, new.quantity, coalesce(new.estimated_value, 0) * new.quantity)
        ) d (code, sign, counts, quantity, value)
    group by 1, 2, 3 order by 3
    on conflict (account_id, collection_id, currency_code, slot) do update
    set copies = s.copies + excluded.copies, held = s.held + excluded.held, quantity = s.quantity + excluded.quantity, value = s.value + excluded.value;
    return null;
end $$;

create or replace trigger sum_update after update on copies
    for each row when ((old.status, old.borrowed, old.quantity, old.estimated_value, old.value_currency_code) is distinct from (new.status, new.borrowed, new.quantity, new.estimated_value, new.value_currency_code))
    execute function sum_copies_update();

create or replace function sum_copies_delete() returns trigger language plpgsql set search_path from current as $$
begin
    insert into collection_sums as s (account_id, collection_id, currency_code, slot, copies, held, quantity, value)
    select r.account_id, i.collection_id, coalesce(r.value_currency_code, ''), pg_backend_pid() % 16, -count(*), -count(*) filter (where r.counts),
        -coalesce(sum(r.quantity) filter (where r.counts), 0), -coalesce(sum(r.estimated_value * r.quantity) filter (where r.counts), 0)
    from (select *, status in ('owned', 'loaned', 'other') and not borrowed as counts from rows) r
    cross join lateral (select collection_id from items where account_id = r.account_id and id = r.item_id for share) i
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, collection_id, currency_code, slot) do update
    set copies = s.copies + excluded.copies, held = s.held + excluded.held, quantity = s.quantity + excluded.quantity, value = s.value + excluded.value;
    return null;
end $$;

create or replace trigger sum_delete after delete on copies referencing old table as rows
    for each statement execute function sum_copies_delete();
