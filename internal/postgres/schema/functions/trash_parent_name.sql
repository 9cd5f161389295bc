create or replace function trash_parent_name(account bigint, rel text, parent bigint) returns text language sql stable set search_path from current as $$
    select case trash_parent(rel)
        when 'collection_id' then (select name from collections where account_id = account and id = parent)
        when 'item_id' then (select name from items where account_id = account and id = parent)
        when 'parent_id' then (select name from locations where account_id = account and id = parent)
        when 'collection_type_id' then (select name from collection_types where account_id = account and id = parent)
        when 'copy_id' then (select trash_name('copies', to_jsonb(c)) from copies c where account_id = account and id = parent) end
$$;
