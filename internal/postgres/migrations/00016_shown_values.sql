-- +goose Up

-- What an item shows of its custom fields: the values of its present type as one
-- object. Assembling it for every read cost more than the rest of the read.
-- Filters and searches still use item_values. Every change to values writes it;
-- it is ignored for an item without a type.
alter table items add column custom_fields jsonb not null default '{}';

-- Triggers write it for writers that do not, such as the previous release and
-- operators. Those that do have a user_name in scope.
-- +goose StatementBegin
create function show_values(account bigint, shown bigint[]) returns void language sql as $body$
    update items i set custom_fields = coalesce((
        select jsonb_object_agg(v.custom_field_id, v.value) from item_values v
        join custom_fields f on f.account_id = account and f.id = v.custom_field_id
        where v.account_id = account and v.item_id = i.id and f.collection_type_id = i.collection_type_id), '{}')
    where i.account_id = account and i.id = any(shown) and i.collection_type_id is not null
$body$;
-- +goose StatementEnd
-- +goose StatementBegin
create function show_values_of_rows() returns trigger language plpgsql as $body$
begin
    perform show_values(r.account_id, array_agg(distinct r.item_id)) from rows r group by r.account_id;
    return null;
end $body$;
-- +goose StatementEnd
-- +goose StatementBegin
create function show_values_of_item() returns trigger language plpgsql as $body$
begin
    perform show_values(new.account_id, array[new.id]);
    return null;
end $body$;
-- +goose StatementEnd
create trigger shown_insert after insert on item_values referencing new table as rows for each statement
    when (coalesce(current_setting('app.user_name', true), '') = '') execute function show_values_of_rows();
create trigger shown_update after update on item_values referencing new table as rows for each statement
    when (coalesce(current_setting('app.user_name', true), '') = '') execute function show_values_of_rows();
create trigger shown_delete after delete on item_values referencing old table as rows for each statement
    when (coalesce(current_setting('app.user_name', true), '') = '') execute function show_values_of_rows();
create trigger shown_type after update on items for each row
    when (old.collection_type_id is distinct from new.collection_type_id and coalesce(current_setting('app.user_name', true), '') = '')
    execute function show_values_of_item();

-- An owner who migrates is subject to forced row security, and no account is in
-- scope here.
alter table items no force row level security;
alter table item_values no force row level security;
alter table custom_fields no force row level security;
-- locks allowed: before the first release, when no large database is served
update items i set custom_fields = shown.object from (
    select v.account_id, v.item_id, jsonb_object_agg(v.custom_field_id, v.value) as object from item_values v
    join custom_fields f on f.account_id = v.account_id and f.id = v.custom_field_id
    join items o on o.account_id = v.account_id and o.id = v.item_id and o.collection_type_id = f.collection_type_id
    group by v.account_id, v.item_id
) shown where i.account_id = shown.account_id and i.id = shown.item_id;
alter table items force row level security;
alter table item_values force row level security;
alter table custom_fields force row level security;

-- +goose Down
drop trigger shown_insert on item_values;
drop trigger shown_update on item_values;
drop trigger shown_delete on item_values;
drop trigger shown_type on items;
drop function show_values_of_rows, show_values_of_item, show_values;
alter table items drop column custom_fields;
