-- +goose Up

-- What keeps records and copies in step does nothing while rows come back as they were.
-- A migration for each table: one that holds the lock of a table while it waits for the
-- next keeps those out that write to both.
create or replace trigger count_records after insert or delete or update of copy_id, amount, valued_at, currency_code on valuations for each row
    when (coalesce(current_setting('app.restoring', true), '') <> 'all') execute function count_records();

-- +goose Down
create or replace trigger count_records after insert or delete or update of copy_id, amount, valued_at, currency_code on valuations for each row execute function count_records();
