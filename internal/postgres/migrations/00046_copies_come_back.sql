-- +goose Up

-- What keeps records and copies in step does nothing while rows come back as they were.
-- A migration for each table: one that holds the lock of a table while it waits for the
-- next keeps those out that write to both.
create or replace trigger stay_begins after insert on copies for each row
    when (new.location_id is not null and coalesce(current_setting('app.restoring', true), '') = '') execute function keep_stay();
create or replace trigger stay_changes after update of location_id on copies for each row
    when (old.location_id is distinct from new.location_id and coalesce(current_setting('app.restoring', true), '') = '') execute function keep_stay();
create or replace trigger note_never before insert on copies for each row
    when ((new.status not in ('owned', 'loaned', 'other') or new.borrowed) and coalesce(current_setting('app.restoring', true), '') = '') execute function note_ceased();

-- +goose Down
create or replace trigger stay_begins after insert on copies for each row when (new.location_id is not null) execute function keep_stay();
create or replace trigger stay_changes after update of location_id on copies for each row when (old.location_id is distinct from new.location_id) execute function keep_stay();
create or replace trigger note_never before insert on copies for each row when (new.status not in ('owned', 'loaned', 'other') or new.borrowed) execute function note_ceased();
