-- What a row is called.
create or replace function trash_name(rel text, content jsonb) returns text language sql immutable as $$
    select coalesce(case rel when 'copies' then nullif(content ->> 'identifier', '') end, case rel when 'copies' then 'Copy #' || (content ->> 'id') end,
        content ->> 'name', content ->> 'title', content ->> 'party', content ->> 'provider', content ->> 'filename', content ->> 'location_name', content ->> 'type', '')
$$;
