-- Triggers write it for writers that do not, such as the previous release and
-- operators. Those that do have a user_name in scope.
create or replace function show_values(account bigint, shown bigint[]) returns void language sql set search_path from current as $$
    update items i set custom_fields = coalesce((
        select jsonb_object_agg(v.custom_field_id, v.value) from item_values v
        join custom_fields f on f.account_id = account and f.id = v.custom_field_id
        where v.account_id = account and v.item_id = i.id and f.collection_type_id = i.collection_type_id), '{}')
    where i.account_id = account and i.id = any(shown) and i.collection_type_id is not null
$$;
