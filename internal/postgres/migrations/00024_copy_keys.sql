-- +goose NO TRANSACTION
-- +goose Up

-- Copies by their condition, and the entries of an item and of a copy.
drop index concurrently if exists copies_condition;
create index concurrently copies_condition on copies (account_id, item_condition_id, id) where item_condition_id is not null;
drop index concurrently if exists logs_item;
create index concurrently logs_item on logs (account_id, item_id, id desc) where item_id is not null;
drop index concurrently if exists logs_copy;
create index concurrently logs_copy on logs (account_id, copy_id, id desc) where copy_id is not null;

-- +goose Down
drop index copies_condition, logs_item, logs_copy;
