-- +goose Up

-- The words of a value are stored while its item has the type of its field,
-- which is when the value is shown. So a search need not read the item to know
-- whether a word counts, and a common word costs no more than a rare one. The
-- three functions replace those that the triggers call, so writes of the
-- previous release are covered as well.

-- +goose StatementBegin
create or replace function keep_item_value_words_insert() returns trigger language plpgsql as $$
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
-- +goose StatementEnd

-- +goose StatementBegin
create or replace function keep_item_value_words_update() returns trigger language plpgsql as $$
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
-- +goose StatementEnd

-- +goose StatementBegin
create or replace function keep_item_words_update() returns trigger language plpgsql as $$
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
-- +goose StatementEnd

-- An owner who migrates is subject to forced row security, and no account is in
-- scope here. Tables are locked in the order in which changes reach them.
alter table items no force row level security;
alter table custom_fields no force row level security;
alter table item_value_words no force row level security;
-- locks allowed: before the first release, when no large database is served
delete from item_value_words w using items i, custom_fields f
where i.account_id = w.account_id and i.id = w.item_id and f.account_id = w.account_id and f.id = w.custom_field_id
  and i.collection_type_id is distinct from f.collection_type_id;
alter table item_value_words force row level security;
alter table items force row level security;
alter table custom_fields force row level security;

-- +goose Down
-- Missing words are not found until their value is written again; nothing else
-- is lost.
