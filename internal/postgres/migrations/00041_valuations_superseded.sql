-- +goose NO TRANSACTION
-- +goose Up

-- The valuations of an account that counted until a day or longer.
drop index concurrently if exists valuations_superseded;
create index concurrently valuations_superseded on valuations (account_id, superseded_at) where superseded_at is not null;

-- +goose Down
drop index concurrently if exists valuations_superseded;
