-- +goose Up

-- pg_restore has an empty search_path, and lost the table whose generated column calls
-- this function. All others are in files that are applied afterwards.
create or replace function value_key(value jsonb) returns text language sql immutable strict parallel safe
    return case jsonb_typeof(value) when 'number' then number_key(value::numeric) when 'string' then text_key(value #>> '{}') else value::text end;
