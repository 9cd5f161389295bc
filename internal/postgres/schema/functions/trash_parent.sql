-- The column that refers to what a row lies in.
create or replace function trash_parent(rel text) returns text language sql immutable as $$
    select case rel when 'items' then 'collection_id' when 'copies' then 'item_id' when 'photos' then 'item_id' when 'locations' then 'parent_id'
        when 'categories' then 'collection_id' when 'sets' then 'collection_id' when 'tags' then null when 'series' then null
        when 'custom_fields' then 'collection_type_id' when 'collections' then null when 'collection_types' then null when 'item_conditions' then null
        when 'imports' then null when 'policies' then null
        else 'copy_id' end
$$;
