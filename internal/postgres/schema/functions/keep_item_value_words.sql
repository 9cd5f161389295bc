-- The words of a value are stored while its item has the type of its field,
-- which is when the value is shown. So a search need not read the item to know
-- whether a word counts, and a common word costs no more than a rare one.
create or replace function keep_item_value_words_insert() returns trigger language plpgsql set search_path from current as $$
begin
    insert into item_value_words (account_id, item_id, custom_field_id, word)
    select a.account_id, a.item_id, a.custom_field_id, split_part(unnest(tsvector_to_array(a.search)), '/', -1)
    from added a
    cross join lateral (select collection_type_id from items where account_id = a.account_id and id = a.item_id offset 0) i
    cross join lateral (select collection_type_id from custom_fields where account_id = a.account_id and id = a.custom_field_id offset 0) f
    where i.collection_type_id = f.collection_type_id
    on conflict do nothing;
    return null;
end $$;

create or replace trigger words_insert after insert on item_values referencing new table as added
    for each statement execute function keep_item_value_words_insert();

create or replace function keep_item_value_words_update() returns trigger language plpgsql set search_path from current as $$
begin
    delete from item_value_words where (account_id, item_id, custom_field_id, word) in (
        select account_id, item_id, custom_field_id, split_part(unnest(tsvector_to_array(search)), '/', -1) from removed
        except
        select account_id, item_id, custom_field_id, split_part(unnest(tsvector_to_array(search)), '/', -1) from added);
    insert into item_value_words (account_id, item_id, custom_field_id, word)
    select a.account_id, a.item_id, a.custom_field_id, split_part(unnest(tsvector_to_array(a.search)), '/', -1)
    from added a
    cross join lateral (select collection_type_id from items where account_id = a.account_id and id = a.item_id offset 0) i
    cross join lateral (select collection_type_id from custom_fields where account_id = a.account_id and id = a.custom_field_id offset 0) f
    where i.collection_type_id = f.collection_type_id
    on conflict do nothing;
    return null;
end $$;

create or replace trigger words_update after update on item_values referencing old table as removed new table as added
    for each statement execute function keep_item_value_words_update();

create or replace function keep_item_value_words_delete() returns trigger language plpgsql set search_path from current as $$
begin
    delete from item_value_words where (account_id, item_id, custom_field_id, word) in (
        select account_id, item_id, custom_field_id, split_part(unnest(tsvector_to_array(search)), '/', -1) from removed);
    return null;
end $$;

create or replace trigger words_delete after delete on item_values referencing old table as removed
    for each statement execute function keep_item_value_words_delete();
