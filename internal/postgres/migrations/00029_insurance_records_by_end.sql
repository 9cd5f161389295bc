-- +goose NO TRANSACTION
-- +goose Up

-- All records of an account in the order in which they end.
drop index concurrently if exists insurance_records_by_end;
create index concurrently insurance_records_by_end on insurance_records (account_id, ends_at, id);

-- +goose Down
drop index concurrently if exists insurance_records_by_end;
