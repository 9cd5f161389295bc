create or replace function show_values_of_item() returns trigger language plpgsql set search_path from current as $$
begin
    perform show_values(new.account_id, array[new.id]);
    return null;
end $$;

create or replace trigger shown_type after update on items
    for each row when ((old.collection_type_id is distinct from new.collection_type_id) and (coalesce(current_setting('app.user_name', true), '') = ''))
    execute function show_values_of_item();
