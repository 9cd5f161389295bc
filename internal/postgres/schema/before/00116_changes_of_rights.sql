-- +goose Up

-- When the rights of a user changed last: a session whose id is older gets a new one. A name
-- or a language is no right.
alter table users add column rights_changed_at timestamptz;
