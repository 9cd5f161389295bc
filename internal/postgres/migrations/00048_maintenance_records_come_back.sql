-- +goose Up

-- What keeps records and copies in step does nothing while rows come back as they were.
-- A migration for each table: one that holds the lock of a table while it waits for the
-- next keeps those out that write to both.
create or replace trigger keep_event after insert or update on maintenance_records for each row
    when (coalesce(current_setting('app.restoring', true), '') = '') execute function keep_maintenance_event();
create or replace trigger keep_maintained after insert on maintenance_records for each row
    when (coalesce(current_setting('app.restoring', true), '') = '') execute function keep_maintained();

-- +goose Down
create or replace trigger keep_event after insert or update on maintenance_records for each row execute function keep_maintenance_event();
create or replace trigger keep_maintained after insert on maintenance_records for each row execute function keep_maintained();
