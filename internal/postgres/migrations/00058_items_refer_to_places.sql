-- +goose Up

-- An owner who migrates is subject to forced row security, and no account is in
-- scope here. No item refers to anything yet.
alter table items no force row level security;
alter table categories no force row level security;
alter table sets no force row level security;
alter table series no force row level security;
alter table items validate constraint items_category_fkey;
alter table items validate constraint items_set_fkey;
alter table items validate constraint items_series_fkey;
alter table items force row level security;
alter table categories force row level security;
alter table sets force row level security;
alter table series force row level security;

-- +goose Down
select 1;
