-- Copies what is about to be deleted into a new entry, with all that goes with it, and
-- notes what refers to it. Returns null if there is nothing.
create or replace function put_in_trash(account bigint, rel text, ids bigint[]) returns bigint language plpgsql set enable_seqscan = off set search_path from current as $$
declare
    entry   bigint;
    waiting text[] := array[rel];
    above   text := trash_parent(rel);
    parents bigint[];
    put     bigint[];
    next    text;
    named   text;
    inside  text;
    r       record;
begin
    execute format('select array_agg(c.id order by p.n) from unnest($2) with ordinality p (id, n) cross join lateral (select id from %I where account_id = $1 and id = p.id offset 0 for update) c', rel) into ids using account, ids;
    if ids is null then -- somebody was faster
        perform set_config('app.trash_entry', '', true);
        return null;
    end if;
    insert into trash_entries (account_id, relation, object_type, object_id, name, name_key, counts, deleted_by_name)
    values (account, rel, trash_kind(rel), ids[1], '', '', '{}', current_setting('app.user_name')) returning id into entry;
    perform put_rows_in_trash(account, entry, rel, 'id', ids, true);
    while cardinality(waiting) > 0 loop
        next := waiting[1];
        waiting := waiting[2:];
        parents := array(select row_id from trash_rows t where t.account_id = account and t.entry_id = entry and t.relation = next);
        for r in select child, field from references_between_tables() where parent = next and cascades order by child, field loop
            if r.child = next then -- a tree, at once: it may be deep
                execute format('with recursive tree as (select unnest($2) as id union select c.id from tree cross join lateral (select id from %I where account_id = $1 and %I = tree.id offset 0) c)
                    select array_agg(id) from tree', r.child, r.field) into parents using account, parents;
                perform put_rows_in_trash(account, entry, next, 'id', parents, false);
            else
                put := put_rows_in_trash(account, entry, r.child, r.field, parents, false);
                if cardinality(array_remove(put, null)) > 0 and r.child <> all(waiting) then
                    waiting := waiting || r.child;
                end if;
            end if;
        end loop;
    end loop;
    for r in select child, parent, field from references_between_tables()
        where clears and parent in (select distinct t.relation from trash_rows t where t.account_id = account and t.entry_id = entry) loop
        execute format('insert into trash_marks (account_id, entry_id, relation, row_id, field, value, changed_at, open)
            select $1, $2, %L, c.id, %L, c.%I, c.updated_at, %s
            from trash_rows t cross join lateral (select *, id::text as key from %I where account_id = $1 and %I = t.row_id offset 0 for no key update) c
            where t.account_id = $1 and t.entry_id = $2 and t.relation = %L
              and not exists (select from trash_rows o where o.account_id = $1 and o.relation = %L and o.key = c.key)',
            r.child, r.field, r.field, case r.child when 'location_history' then 'c.moved_out_at is null' else 'false' end, r.child, r.field, r.parent, r.child)
        using account, entry;
    end loop;
    if rel = 'photos' then -- another may become the main one
        insert into trash_marks (account_id, entry_id, relation, row_id, field, changed_at)
        select account, entry, 'photos', p.id, '', p.updated_at
        from (select distinct (t.content ->> 'item_id')::bigint as id from trash_rows t where t.account_id = account and t.entry_id = entry) i
        cross join lateral (select o.id, o.updated_at from photos o where o.account_id = account and o.item_id = i.id offset 0) p where p.id <> all(ids);
    elsif above = 'copy_id' then -- what is known of the copy may change
        insert into trash_marks (account_id, entry_id, relation, row_id, field, changed_at)
        select account, entry, 'copies', c.id, '', c.updated_at
        from (select (t.content ->> 'copy_id')::bigint as id from trash_rows t where t.account_id = account and t.entry_id = entry and t.root offset 0) t
        cross join lateral (select o.id, o.updated_at from copies o where o.account_id = account and o.id = t.id offset 0) c on conflict do nothing;
    end if;
    select case when cardinality(ids) > 1 then cardinality(ids) || ' photos' else trash_name(rel, t.content) end,
        trash_parent_name(account, rel, (t.content ->> above)::bigint)
    into named, inside from trash_rows t where t.account_id = account and t.relation = rel and t.key = ids[1]::text;
    update trash_entries e set name = named, name_key = text_key(named), subtitle = inside,
        counts = (select jsonb_object_agg(c.relation, c.n) from (select t.relation, count(*) as n from trash_rows t where t.account_id = account and t.entry_id = entry group by 1) c)
    where e.account_id = account and e.id = entry;
    perform set_config('app.trash_entry', entry::text, true);
    return entry;
end $$;
