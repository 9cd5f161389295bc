-- +goose NO TRANSACTION
-- +goose Up

drop index concurrently if exists item_values_code;
create index concurrently item_values_code on item_values (account_id, code, item_id) where (code is not null);
