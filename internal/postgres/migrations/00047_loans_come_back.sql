-- +goose Up

-- What keeps records and copies in step does nothing while rows come back as they were.
-- A migration for each table: one that holds the lock of a table while it waits for the
-- next keeps those out that write to both.
create or replace trigger keep_events after insert or update on loans for each row
    when (coalesce(current_setting('app.restoring', true), '') = '') execute function keep_loan_events();
create or replace trigger keep_lent after insert or update or delete on loans for each row
    when (coalesce(current_setting('app.restoring', true), '') <> 'all') execute function keep_lent();

-- +goose Down
create or replace trigger keep_events after insert or update on loans for each row execute function keep_loan_events();
create or replace trigger keep_lent after insert or update or delete on loans for each row execute function keep_lent();
