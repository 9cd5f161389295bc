-- +goose NO TRANSACTION
-- +goose Up

-- What photos and documents refer to: a copy of an item, a record of a copy.
drop index concurrently if exists copies_of_item;
create unique index concurrently copies_of_item on copies (account_id, item_id, id);
drop index concurrently if exists insurance_records_of_copy;
create unique index concurrently insurance_records_of_copy on insurance_records (account_id, copy_id, id);

-- +goose Down
drop index copies_of_item, insurance_records_of_copy;
