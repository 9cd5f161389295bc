-- +goose NO TRANSACTION
-- +goose Up

-- The copies of an account by each day that a list is sorted or selected by, and by what
-- they are worth in one currency. Each index serves both directions.
drop index concurrently if exists copies_by_acquisition;
create index concurrently copies_by_acquisition on copies (account_id, acquired_at, id);
drop index concurrently if exists copies_by_creation;
create index concurrently copies_by_creation on copies (account_id, created_at, id);
drop index concurrently if exists copies_by_update;
create index concurrently copies_by_update on copies (account_id, updated_at, id);
drop index concurrently if exists copies_by_value;
create index concurrently copies_by_value on copies (account_id, value_currency_code, (estimated_value * quantity), id) where estimated_value is not null;
drop index concurrently if exists copies_borrowed;
create index concurrently copies_borrowed on copies (account_id, id) where borrowed;

-- copies_of_item has the same columns.
drop index concurrently if exists copies_item;

-- +goose Down
create index concurrently copies_item on copies (account_id, item_id, id);
drop index concurrently if exists copies_borrowed;
drop index concurrently if exists copies_by_value;
drop index concurrently if exists copies_by_update;
drop index concurrently if exists copies_by_creation;
drop index concurrently if exists copies_by_acquisition;
