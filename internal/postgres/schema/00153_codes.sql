-- +goose Up

-- The number of a value that is a code, such as an ISBN, whatever its field is called. The service
-- writes it with the value, and once into the values that are there.
alter table item_values add column code bigint;
