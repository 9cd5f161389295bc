-- +goose Up

-- What the copies in a collection add up to, by the currency they are valued in; empty
-- for those without a value. Kept by triggers in the transaction of every change, in
-- slots as totals are: a page of collections need not read all copies.
create table collection_sums (
    account_id    bigint not null,
    collection_id bigint not null,
    currency_code text not null,
    slot          smallint not null,
    copies        bigint not null,
    held          bigint not null,
    quantity      numeric not null, -- of held copies
    value         numeric not null, -- of held copies
    primary key (account_id, collection_id, currency_code, slot),
    constraint collection_sums_collection_fkey foreign key (account_id, collection_id) references collections (account_id, id) on delete cascade
) with (fillfactor = 50);
alter table collection_sums enable row level security;
create policy account_only on collection_sums using (account_id = (select current_setting('app.account_id')::bigint));

-- Whoever changes a copy shares the lock of its item, so that the item does not move to
-- another collection meanwhile. The copies of a deleted item were taken away before it.
-- +goose StatementBegin
create function sum_copies_insert() returns trigger language plpgsql as $$
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
-- +goose StatementEnd
create trigger sum_insert after insert on copies referencing new table as rows for each statement execute function sum_copies_insert();
-- +goose StatementBegin
create function sum_copies_delete() returns trigger language plpgsql as $$
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
-- +goose StatementEnd
create trigger sum_delete after delete on copies referencing old table as rows for each statement execute function sum_copies_delete();
-- +goose StatementBegin
create function sum_copies_update() returns trigger language plpgsql as $$
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
-- +goose StatementEnd
create trigger sum_update after update on copies for each row
    when ((old.status, old.borrowed, old.quantity, old.estimated_value, old.value_currency_code)
        is distinct from (new.status, new.borrowed, new.quantity, new.estimated_value, new.value_currency_code))
    execute function sum_copies_update();

-- Adds the copies of an item to a collection, or takes them away.
-- +goose StatementBegin
create function sum_item(account bigint, item bigint, collection bigint, sign integer) returns void language plpgsql as $$
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
-- +goose StatementEnd

-- A deleted item takes its copies with it, which will not find it any more.
-- +goose StatementBegin
create function sum_item_delete() returns trigger language plpgsql as $$
begin
    perform sum_item(old.account_id, old.id, old.collection_id, -1);
    return old;
end $$;
-- +goose StatementEnd
create trigger sum_delete before delete on items for each row execute function sum_item_delete();

-- A snapshot does not show copies that came since. Whoever adds one writes a slot of
-- copies without a value, which cannot be written here then; and what has changed cannot
-- be locked. Both fail, and the move is tried again.
-- +goose StatementBegin
create function sum_item_move() returns trigger language plpgsql as $$
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
-- +goose StatementEnd
create trigger sum_move after update of collection_id on items for each row
    when (old.collection_id <> new.collection_id) execute function sum_item_move();

-- An owner who migrates is subject to forced row security, and no account is in
-- scope here.
alter table copies no force row level security;
alter table items no force row level security;
insert into collection_sums (account_id, collection_id, currency_code, slot, copies, held, quantity, value)
select c.account_id, i.collection_id, coalesce(c.value_currency_code, ''), 0, count(*), count(*) filter (where c.counts),
    coalesce(sum(c.quantity) filter (where c.counts), 0), coalesce(sum(c.estimated_value * c.quantity) filter (where c.counts), 0)
from (select *, status in ('owned', 'loaned', 'other') and not borrowed as counts from copies) c
join items i on i.account_id = c.account_id and i.id = c.item_id group by 1, 2, 3;
alter table copies force row level security;
alter table items force row level security;
alter table collection_sums force row level security;

-- +goose Down
drop trigger sum_insert on copies;
drop trigger sum_delete on copies;
drop trigger sum_update on copies;
drop trigger sum_delete on items;
drop trigger sum_move on items;
drop function sum_copies_insert, sum_copies_delete, sum_copies_update, sum_item_delete, sum_item_move, sum_item;
drop table collection_sums;
