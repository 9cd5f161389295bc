-- +goose NO TRANSACTION
-- +goose Up
-- Taking back finds the lines of what an archive made.
drop index concurrently if exists import_rows_object;
create index concurrently import_rows_object on import_rows (account_id, import_id, part, object_id) where object_id is not null;

-- +goose Down
drop index concurrently if exists import_rows_object;
