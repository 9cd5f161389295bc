-- +goose Up

-- The id that a session had before, for a minute: pages that were under way are answered. It
-- ends with its session.
alter table api_keys
    add column of_session bigint,
    add constraint api_keys_of_session_fkey foreign key (account_id, of_session) references api_keys (account_id, id) on delete cascade not valid;
