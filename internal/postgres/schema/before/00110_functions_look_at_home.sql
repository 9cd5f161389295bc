-- +goose Up

-- Every function finds what it names whatever its caller's search_path is: pg_restore
-- has an empty one, and lost the table whose generated column calls value_key.

-- A body without quotes is read once, here, and keeps what it names by identity. It
-- has no search_path of its own, which would be set and reset for every row.
create or replace function value_key(value jsonb) returns text language sql immutable strict parallel safe
    return case jsonb_typeof(value) when 'number' then number_key(value::numeric) when 'string' then text_key(value #>> '{}') else value::text end;

-- The references between tables are part of the statements that ask for them, which a
-- search_path would forbid: deleting would take half as long again. Those who ask look
-- at home, and tables are named without asking where they are visible.
-- +goose StatementBegin
create or replace function references_between_tables() returns table (child text, parent text, field text, needed boolean, cascades boolean, clears boolean, columns text[], targets text[])
language sql stable as $$
    select o.relname::text, p.relname::text, f.attname::text, f.attnotnull,
        c.confdeltype = 'c' and o.relname not in ('collection_sums', 'share_links', 'public_collections'), c.confdeltype = 'n', k.columns, k.targets
    from pg_constraint c join pg_class o on o.oid = c.conrelid join pg_class p on p.oid = c.confrelid
    cross join lateral (
        select array_agg(a.attname::text order by u.n) as columns, array_agg(b.attname::text order by u.n) as targets, max(a.attnum) filter (where b.attname = 'id') as holder
        from unnest(c.conkey, c.confkey) with ordinality u (own, other, n)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = u.own
        join pg_attribute b on b.attrelid = c.confrelid and b.attnum = u.other
    ) k
    join pg_attribute f on f.attrelid = c.conrelid and f.attnum = k.holder
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace and p.relname <> 'accounts'
$$;
-- +goose StatementEnd

-- look_at_home gives functions the schema that they are in as their search_path, and
-- temporary tables last. A migration that makes or replaces a function calls it.
-- locks allowed: alter function locks no table
-- +goose StatementBegin
create function look_at_home(variadic names text[]) returns void language plpgsql as $$
declare
    name  text;
    known regprocedure;
begin
    foreach name in array names loop
        if not exists (select from pg_catalog.pg_proc p where p.pronamespace = current_schema()::regnamespace and p.proname = name) then
            raise exception 'there is no function %', name;
        end if;
        for known in select p.oid from pg_catalog.pg_proc p where p.pronamespace = current_schema()::regnamespace and p.proname = name loop
            execute format('alter function %s set search_path = %I, pg_temp', known, current_schema());
        end loop;
    end loop;
end $$;
-- +goose StatementEnd

select look_at_home(
    'look_at_home',
    'add_to_trash', 'category_level', 'check_categories', 'check_import_state', 'count_collection_types_delete', 'count_collection_types_insert',
    'count_collections_delete', 'count_collections_insert', 'count_copies_delete', 'count_copies_insert', 'count_copies_update', 'count_cost',
    'count_items_delete', 'count_items_insert', 'count_items_move', 'count_locations_delete', 'count_locations_insert', 'count_logs_delete',
    'count_logs_insert', 'count_photos_delete', 'count_photos_insert', 'count_records', 'count_restored', 'count_storage', 'count_trashed_uses',
    'count_uses', 'count_value', 'default_status', 'drop_taken_key', 'end_wish', 'exists_in_account', 'forget_resets', 'guard_lent', 'guard_sale',
    'hold_cover', 'keep_condition', 'keep_copy_words_delete', 'keep_copy_words_insert', 'keep_copy_words_update', 'keep_item_value_words_delete',
    'keep_item_value_words_insert', 'keep_item_value_words_update', 'keep_item_words_delete', 'keep_item_words_insert', 'keep_item_words_update',
    'keep_lent', 'keep_loan_events', 'keep_maintained', 'keep_maintenance_event', 'keep_place', 'keep_public_collection', 'keep_stay',
    'key_of_user', 'keys_of_user', 'limit_insurance_records', 'limit_loans', 'limit_location_history', 'limit_maintenance_records',
    'limit_of_account', 'limit_of_collection', 'limit_of_item', 'limit_provenance_events', 'limit_transactions', 'limit_valuations',
    'make_room_for_restored', 'move_import_keys', 'next_main_photo', 'note_ceased', 'note_trash_due', 'purge_expired_trash', 'put_in_trash',
    'put_rows_in_trash', 'refuse_records', 'regain_references', 'restore_from_trash', 'show_values',
    'show_values_of_item', 'show_values_of_rows', 'sum_copies_delete', 'sum_copies_insert', 'sum_copies_update', 'sum_item', 'sum_item_delete',
    'sum_item_move', 'trash_conflict', 'trash_parent_name', 'uncover_moved');
