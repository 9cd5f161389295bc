-- +goose NO TRANSACTION
-- +goose Up

-- Items by what they are sorted by, those without among them, and those that are wanted.
drop index concurrently if exists items_category;
create index concurrently items_category on items (account_id, category_id, collection_id);
drop index concurrently if exists items_set;
create index concurrently items_set on items (account_id, set_id, collection_id);
drop index concurrently if exists items_series;
create index concurrently items_series on items (account_id, series_id);
drop index concurrently if exists items_wanted;
create index concurrently items_wanted on items (account_id, collection_id, wanted_priority) where wanted;
alter table items validate constraint items_wish;
alter table items validate constraint items_top_price;
alter table items validate constraint items_wish_currency;

-- +goose Down
drop index concurrently if exists items_wanted;
drop index concurrently if exists items_series;
drop index concurrently if exists items_set;
drop index concurrently if exists items_category;
