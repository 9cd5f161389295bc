-- Writes the values that items show. Triggers call it for operators who write by hand: the
-- service sets app.user_name and writes the values itself.
create or replace function show_values(account bigint, shown bigint[]) returns void language sql set search_path from current as $$
    update items i set custom_fields = coalesce((
        select jsonb_object_agg(v.custom_field_id, v.value) from item_values v
        join custom_fields f on f.account_id = account and f.id = v.custom_field_id
        where v.account_id = account and v.item_id = i.id and f.collection_type_id = i.collection_type_id), '{}')
    where i.account_id = account and i.id = any(shown) and i.collection_type_id is not null
$$;
