-- +goose NO TRANSACTION
-- +goose Up

-- Who made the first user with the setup code runs this installation, and sees what it still lacks.
alter table users add column if not exists operates boolean not null default false;
alter table installation add column if not exists backed_up_at timestamptz;
