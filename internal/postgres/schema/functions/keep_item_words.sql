create or replace function keep_item_words_insert() returns trigger language plpgsql set search_path from current as $$
begin
    insert into item_words (account_id, item_id, word)
    select account_id, id, split_part(unnest(tsvector_to_array(search)), '/', -1) from added
    on conflict do nothing;
    return null;
end $$;

create or replace trigger words_insert after insert on items referencing new table as added
    for each statement execute function keep_item_words_insert();

create or replace function keep_item_words_update() returns trigger language plpgsql set search_path from current as $$
begin
    delete from item_words where (account_id, item_id, word) in (
        select account_id, id, split_part(unnest(tsvector_to_array(search)), '/', -1) from removed
        except
        select account_id, id, split_part(unnest(tsvector_to_array(search)), '/', -1) from added);
    insert into item_words (account_id, item_id, word) (
        select account_id, id, split_part(unnest(tsvector_to_array(search)), '/', -1) from added
        except
        select account_id, id, split_part(unnest(tsvector_to_array(search)), '/', -1) from removed)
    on conflict do nothing;
    if exists (select from removed r join added a using (account_id, id) where r.collection_type_id is distinct from a.collection_type_id) then
        delete from item_value_words where (account_id, item_id, custom_field_id, word) in (
            select v.account_id, v.item_id, v.custom_field_id, split_part(unnest(tsvector_to_array(v.search)), '/', -1)
            from removed r join added a using (account_id, id)
            cross join lateral (select * from item_values where account_id = r.account_id and item_id = r.id offset 0) v
            cross join lateral (select collection_type_id from custom_fields where account_id = r.account_id and id = v.custom_field_id offset 0) f
            where f.collection_type_id = r.collection_type_id and f.collection_type_id is distinct from a.collection_type_id);
        insert into item_value_words (account_id, item_id, custom_field_id, word)
        select v.account_id, v.item_id, v.custom_field_id, split_part(unnest(tsvector_to_array(v.search)), '/', -1)
        from removed r join added a using (account_id, id)
        cross join lateral (select * from item_values where account_id = a.account_id and item_id = a.id offset 0) v
        cross join lateral (select collection_type_id from custom_fields where account_id = a.account_id and id = v.custom_field_id offset 0) f
        where f.collection_type_id = a.collection_type_id and a.collection_type_id is distinct from r.collection_type_id
        on conflict do nothing;
    end if;
    return null;
end $$;

create or replace trigger words_update after update on items referencing old table as removed new table as added
    for each statement execute function keep_item_words_update();

create or replace function keep_item_words_delete() returns trigger language plpgsql set search_path from current as $$
begin
    delete from item_words where (account_id, item_id, word) in (
        select account_id, id, split_part(unnest(tsvector_to_array(search)), '/', -1) from removed);
    return null;
end $$;

create or replace trigger words_delete after delete on items referencing old table as removed
    for each statement execute function keep_item_words_delete();
