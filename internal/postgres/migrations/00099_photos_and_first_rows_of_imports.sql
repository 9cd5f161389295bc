-- +goose NO TRANSACTION
-- +goose Up

-- The files beside a table, with the hashes of those that are pictures.
alter table imports add column if not exists photos jsonb not null default '[]';

-- The row that carries the item of a row that follows.
alter table import_rows add column if not exists first_row bigint;

-- +goose Down
alter table import_rows drop column if exists first_row;
alter table imports drop column if exists photos;
