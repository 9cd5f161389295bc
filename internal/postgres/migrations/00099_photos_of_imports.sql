-- +goose Up

-- The files beside a table, with the hashes of those that are pictures.
alter table imports add column photos jsonb not null default '[]';

-- +goose Down
alter table imports drop column photos;
