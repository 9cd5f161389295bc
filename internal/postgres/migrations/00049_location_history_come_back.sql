-- +goose Up

-- What keeps records and copies in step does nothing while rows come back as they were.
-- A migration for each table: one that holds the lock of a table while it waits for the
-- next keeps those out that write to both.
create or replace trigger keep_place after insert or update or delete on location_history for each row
    when (coalesce(current_setting('app.restoring', true), '') <> 'all') execute function keep_place();

-- +goose Down
create or replace trigger keep_place after insert or update or delete on location_history for each row execute function keep_place();
