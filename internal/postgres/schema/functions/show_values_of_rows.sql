create or replace function show_values_of_rows() returns trigger language plpgsql set search_path from current as $$
begin
    perform show_values(r.account_id, array_agg(distinct r.item_id)) from rows r group by r.account_id;
    return null;
end $$;

create or replace trigger shown_insert after insert on item_values referencing new table as rows
    for each statement when (coalesce(current_setting('app.user_name', true), '') = '') execute function show_values_of_rows();
create or replace trigger shown_update after update on item_values referencing new table as rows
    for each statement when (coalesce(current_setting('app.user_name', true), '') = '') execute function show_values_of_rows();
create or replace trigger shown_delete after delete on item_values referencing old table as rows
    for each statement when (coalesce(current_setting('app.user_name', true), '') = '') execute function show_values_of_rows();
