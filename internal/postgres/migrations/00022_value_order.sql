-- +goose NO TRANSACTION
-- +goose Up
drop index concurrently if exists item_values_by_key;
-- Partial, though every row has a key: otherwise it would be taken for equal values,
-- which item_values_field finds at once.
create index concurrently item_values_by_key on item_values (account_id, custom_field_id, sort_key, item_id) where sort_key is not null;

-- +goose Down
drop index concurrently item_values_by_key;
