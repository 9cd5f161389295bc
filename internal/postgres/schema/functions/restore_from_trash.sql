-- What refers to another row of the entry is known by a hash, and only what lies outside is
-- looked up: right after a large deletion PostgreSQL knows nothing of the rows in the trash,
-- and each lookup would read them all.
create or replace function restore_from_trash(account bigint, wanted bigint, moved boolean, parent bigint) returns jsonb language plpgsql set enable_seqscan = off set search_path from current as $$
declare
    e       trash_entries;
    above   text;
    upper   text; -- the column that a given parent replaces
    missed  jsonb;
    r       record;
    missing text;
    broken  text;
    dropped jsonb := '[]';
    listed  jsonb;
    held    text[]; -- the tables that the entry has rows of
    done    text[] := '{}';
    names   text;
    also    text;
    came    jsonb;
    left_out    boolean;
    stale       boolean := false; -- items show values of fields that are gone
    copies_then bigint[];
    photos_then bigint[];
begin
    select t.* into e from trash_entries t join accounts a on a.id = t.account_id
    where t.account_id = account and t.id = wanted and t.deleted_at + a.trash_retention_days * interval '1 day' > now() for update of t;
    if not found then
        return null;
    end if;
    above := trash_parent(e.relation);
    upper := case e.relation when 'categories' then 'parent_id' else above end;
    if moved and (upper is null or parent is null and upper <> 'parent_id' or parent is not null and not exists_in_account(account, e.relation, upper, parent)
        or e.relation = 'categories' and parent is not null and not exists (
            select from categories c join trash_rows t on t.account_id = account and t.entry_id = wanted and t.root and c.collection_id = (t.content ->> 'collection_id')::bigint
            where c.account_id = account and c.id = parent)) then
        return jsonb_build_object('invalid', true);
    end if;
    begin
        if moved then
            update trash_rows t set content = t.content || jsonb_build_object(upper, parent) where t.account_id = account and t.entry_id = wanted and t.root;
        end if;

        -- What is referred to must be there, or in the entry.
        for r in select f.* from references_between_tables() f where f.child in (select t.relation from trash_rows t where t.account_id = account and t.entry_id = wanted) order by f.child, f.field loop
            select coalesce(string_agg(format(' and o.%I = outside.%I', k.target, k.column_name), ''), ''), coalesce(string_agg(format(', (t.content ->> %L)::bigint as %I', k.column_name, k.column_name), ''), '')
            into names, also from unnest(r.columns, r.targets) k (column_name, target) where k.column_name not in ('account_id', r.field);
            missing := format('refs as materialized (
                    select t.key, t.row_id, t.root, t.content ->> %L as target, (t.content ->> %L)::bigint as value%s,
                        t.relation = ''location_history'' and t.content ->> ''moved_out_at'' is null as open, (t.content ->> ''copy_id'')::bigint as of_copy
                    from trash_rows t where t.account_id = $1 and t.entry_id = $2 and t.relation = %L and t.content ->> %L is not null
                ), outside as materialized (
                    select * from refs where target not in (select i.key from trash_rows i where i.account_id = $1 and i.entry_id = $2 and i.relation = %L)
                ), gone as materialized (
                    select * from outside where not exists (select from %I o where o.account_id = $1 and o.id = outside.value%s for key share)
                ), missing as materialized (
                    select gone.*, p.entry_id, p.content as above from gone left join trash_rows p on p.account_id = $1 and p.relation = %L and p.key = gone.target)',
                r.field, r.field, also, r.child, r.field, r.parent, r.parent, names, r.parent);
            if r.field in (above, upper) then
                execute format('with %s select jsonb_agg(jsonb_build_object(''reason'', ''parent_gone'', ''type'', trash_kind(%L), ''id'', target, ''name'', trash_name(%L, above), ''trash_entry'', entry_id::text))
                    from missing where root', missing, r.parent, r.parent) into listed using account, wanted;
                if listed is not null then
                    missed := coalesce(missed, '[]') || listed;
                    continue;
                end if;
            end if;
            if r.needed then -- goes to where the other row is, or is gone like it
                execute format('with %s, purged as (
                        delete from trash_rows t using missing where t.account_id = $1 and t.relation = %L and t.key = missing.key and missing.entry_id is null
                    ), moved as (
                        update trash_rows t set entry_id = missing.entry_id from missing where t.account_id = $1 and t.relation = %L and t.key = missing.key and missing.entry_id is not null
                    ) select exists (select from missing)', missing, r.child, r.child) into left_out using account, wanted;
                stale := stale or left_out and r.child = 'item_values';
            else
                execute format('with %s, noted as (
                        insert into trash_marks (account_id, entry_id, relation, row_id, field, value, open)
                        select $1, entry_id, %L, row_id, %L, value, open from missing where entry_id is not null
                        union all select $1, entry_id, ''copies'', of_copy, ''location_id'', value, false from missing where entry_id is not null and open
                        on conflict do nothing
                    ), cleared as ( -- nobody stays where there is nothing
                        update trash_rows t set content = t.content || jsonb_build_object(%L, null)
                            || case when missing.open then jsonb_build_object(''moved_out_at'', greatest((now() at time zone ''UTC'')::date, (t.content ->> ''moved_at'')::date)) else ''{}'' end
                        from missing where t.account_id = $1 and t.relation = %L and t.key = missing.key
                    ) select jsonb_agg(jsonb_build_object(''type'', trash_kind(%L), ''id'', row_id::text, ''field'', %L) order by row_id) from missing',
                    missing, r.child, r.field, r.field, r.child, r.child, r.field) into listed using account, wanted;
                if listed is not null then
                    dropped := dropped || listed;
                end if;
            end if;
        end loop;
        if missed is not null then
            raise exception 'what it was in is gone' using errcode = 'check_violation', constraint = 'trash_parent_gone';
        end if;

        copies_then := array(select m.row_id from trash_marks m join copies c on c.account_id = account and c.id = m.row_id
            where m.account_id = account and m.entry_id = wanted and m.relation = 'copies' and m.field = '' and c.updated_at = e.deleted_at);
        photos_then := array(select m.row_id from trash_marks m join photos p on p.account_id = account and p.id = m.row_id
            where m.account_id = account and m.entry_id = wanted and m.relation = 'photos' and m.field = '' and p.updated_at = e.deleted_at);
        -- Triggers that keep a copy and its records in step are needed only for a record
        -- that comes back to its copy.
        perform set_config('app.restoring', case when above = 'copy_id' then 'record' else 'all' end, true);
        perform make_room_for_restored(account, wanted, e.relation);
        held := array(select distinct x.relation from trash_rows x where x.account_id = account and x.entry_id = wanted);
        loop
            select t.relation into r from unnest(held) t (relation)
            where t.relation <> all(done) and not exists (
                select from references_between_tables() f where f.child = t.relation and f.parent <> f.child and f.parent = any(held) and f.parent <> all(done))
            limit 1;
            exit when not found;
            select string_agg(format('%I', a.attname), ', ' order by a.attnum) into names from pg_attribute a
            where a.attrelid = r.relation::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and (r.relation, a.attname) <> ('items', 'tag_ids') -- tags come by themselves
              and not exists (select from trash_rows t where t.account_id = account and t.entry_id = wanted and t.relation = r.relation and not t.content ? a.attname);
            execute format('insert into %I (%s) select %s from (
                    select x.* from trash_rows t cross join lateral jsonb_populate_record(null::%I, t.content) x
                    where t.account_id = $1 and t.entry_id = $2 and t.relation = %L) x', r.relation, names, 'x.' || replace(names, ', ', ', x.'), r.relation, r.relation) using account, wanted;
            perform count_restored(r.relation::regclass, (
                select count(*) from trash_rows t where t.account_id = account and t.entry_id = wanted and t.relation = r.relation));
            done := done || r.relation;
        end loop;
        perform regain_references(account, wanted, e.deleted_at);
        update copies c set updated_at = m.changed_at from trash_marks m
        where m.account_id = account and m.entry_id = wanted and m.relation = 'copies' and m.field = '' and c.account_id = account and c.id = m.row_id and c.id = any(copies_then);
        update photos p set updated_at = m.changed_at from trash_marks m
        where m.account_id = account and m.entry_id = wanted and m.relation = 'photos' and m.field = '' and p.account_id = account and p.id = m.row_id and p.id = any(photos_then);
        if stale then
            perform show_values(account, array_agg(t.row_id)) from trash_rows t where t.account_id = account and t.entry_id = wanted and t.relation = 'items';
        elsif 'items' <> all(done) then -- fields came back to items
            perform show_values(account, array_agg(distinct (t.content ->> 'item_id')::bigint)) from trash_rows t
            where t.account_id = account and t.entry_id = wanted and t.relation = 'item_values';
        end if;
    exception when unique_violation or check_violation then
        get stacked diagnostics broken = constraint_name;
        if broken = 'trash_parent_gone' then
            return jsonb_build_object('conflicts', missed);
        end if;
        if broken = 'categories_tree' and moved then
            return jsonb_build_object('invalid', true);
        end if;
        listed := trash_conflict(account, wanted, e.relation, broken);
        if listed is null then
            raise;
        end if;
        return jsonb_build_object('conflicts', jsonb_build_array(listed));
    when foreign_key_violation then -- another was deleted meanwhile
        raise exception 'what is referred to was deleted meanwhile' using errcode = 'serialization_failure';
    end;
    perform set_config('app.restoring', '', true);
    select t.content into came from trash_rows t where t.account_id = account and t.relation = e.relation and t.key = e.object_id::text;
    delete from trash_entries t where t.account_id = account and t.id = wanted;
    return jsonb_build_object('root', came, 'dropped', dropped, 'conflicts', '[]'::jsonb);
end $$;
