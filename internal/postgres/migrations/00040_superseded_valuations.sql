-- +goose Up

-- The day of the next valuation of the same copy; null for the newest. What copies were
-- worth over time need not put the valuations of each in order then: it reads those
-- that counted since a day.
alter table valuations add column superseded_at date;

-- The newest valuation counts. A copy changes only if what it shows does.
-- +goose StatementBegin
create or replace function count_value(account bigint, counted bigint) returns void language plpgsql as $$
begin
    update copies c set estimated_value = v.amount, value_currency_code = v.currency_code, valued_at = v.valued_at, updated_at = now()
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

-- What is written there counts nothing.
create or replace trigger count_records after insert or delete or update of copy_id, amount, valued_at, currency_code on valuations
    for each row execute function count_records();

-- An owner who migrates is subject to forced row security, and no account is in
-- scope here.
alter table valuations no force row level security;
-- locks allowed: only those that have a newer one are written, and these are few until now
update valuations v set superseded_at = o.next
from (select account_id, id, lag(valued_at) over (partition by account_id, copy_id order by valued_at desc, id desc) as next from valuations) o
where o.next is not null and v.account_id = o.account_id and v.id = o.id;
alter table valuations force row level security;

-- +goose Down
create or replace trigger count_records after insert or update or delete on valuations for each row execute function count_records();
-- +goose StatementBegin
create or replace function count_value(account bigint, counted bigint) returns void language plpgsql as $$
begin
    update copies c set estimated_value = v.amount, value_currency_code = v.currency_code, valued_at = v.valued_at, updated_at = now()
    from (values (true)) one left join lateral (
        select amount, currency_code, valued_at from valuations where account_id = account and copy_id = counted order by valued_at desc, id desc limit 1
    ) v on true
    where c.account_id = account and c.id = counted
      and (c.estimated_value, c.value_currency_code, c.valued_at) is distinct from (v.amount, v.currency_code, v.valued_at);
end $$;
-- +goose StatementEnd
alter table valuations drop column superseded_at;
