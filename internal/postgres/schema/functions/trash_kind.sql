-- The word for a row of a table.
create or replace function trash_kind(rel text) returns text language sql immutable as $$
    select case rel when 'copies' then 'copy' when 'photos' then 'item_photo' when 'location_history' then rel when 'categories' then 'category' when 'policies' then 'policy' when 'series' then rel
        else left(rel, -1) end
$$;
