-- +goose Up

-- Whether visitors see what items have for a field, where a collection is shown to them.
alter table custom_fields add column is_public boolean not null default false;

-- +goose Down
alter table custom_fields drop column is_public;
