-- +goose NO TRANSACTION
-- +goose Up

-- The copies of an account by their identifiers, for who scans one.
drop index concurrently if exists copies_by_identifier;
create index concurrently copies_by_identifier on copies (account_id, identifier, id) where identifier is not null;

-- +goose Down
drop index concurrently if exists copies_by_identifier;
