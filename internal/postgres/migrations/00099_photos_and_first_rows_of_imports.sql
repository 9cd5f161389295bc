-- +goose Up

-- The files beside a table, with the hashes of those that are pictures.
alter table imports add column photos jsonb not null default '[]';

-- The row that carries the item of a row that follows.
alter table import_rows add column first_row bigint;

-- +goose Down
alter table import_rows drop column first_row;
alter table imports drop column photos;
