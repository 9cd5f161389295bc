-- +goose Up

-- What keeps records and copies in step does nothing while rows come back as they were.
-- A migration for each table: one that holds the lock of a table while it waits for the
-- next keeps those out that write to both.
create or replace trigger count_records after insert or update or delete on transactions for each row
    when (coalesce(current_setting('app.restoring', true), '') <> 'all') execute function count_records();
create or replace trigger guard_sale after insert on transactions for each row
    when (new.type in ('sale', 'gift_given') and coalesce(current_setting('app.restoring', true), '') <> 'all') execute function guard_sale();

-- +goose Down
create or replace trigger count_records after insert or update or delete on transactions for each row execute function count_records();
create or replace trigger guard_sale after insert on transactions for each row when (new.type in ('sale', 'gift_given')) execute function guard_sale();
