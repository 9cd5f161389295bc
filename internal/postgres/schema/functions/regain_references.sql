-- References that the deletion took away return where they are still null, in tables and
-- in the trash. A stay that it ended goes on if the copy is nowhere else since.
create or replace function regain_references(account bigint, wanted bigint, deleted timestamptz) returns void language plpgsql set enable_seqscan = off set search_path from current as $$
declare
    r     record;
    also  text;
    names text;
begin
    perform set_config('app.restoring', 'all', true);
    delete from trash_marks m where m.account_id = account and m.entry_id = wanted and m.relation = 'copies' and m.field = 'location_id' and exists (
        select from location_history s where s.account_id = account and s.copy_id = m.row_id and s.moved_out_at is null
        union all
        select from trash_marks o join location_history own on own.account_id = account and own.id = o.row_id
            join location_history s on s.account_id = account and s.copy_id = own.copy_id and s.id <> own.id and s.moved_out_at > own.moved_at
        where o.account_id = account and o.entry_id = wanted and o.relation = 'location_history' and o.open and own.copy_id = m.row_id);
    for r in select distinct m.relation, m.field, f.parent, f.columns, f.targets from trash_marks m
        join references_between_tables() f on f.child = m.relation and f.field = m.field
        where m.account_id = account and m.entry_id = wanted order by m.relation loop
        also := '';
        if r.relation = 'location_history' then
            also := ', moved_out_at = case when m.open and exists (select from copies k where k.account_id = $1 and k.id = c.copy_id and k.location_id = m.value)
                and not exists (select from location_history s where s.account_id = $1 and s.copy_id = c.copy_id and s.moved_out_at is null) then null else c.moved_out_at end';
        end if;
        select string_agg(format('o.%I = %s', k.target, case when k.column_name = r.field then 'm.value' else format('c.%I', k.column_name) end), ' and ') into names
        from unnest(r.columns, r.targets) k (column_name, target);
        execute format('update %I c set %I = m.value, updated_at = case when c.updated_at = $3 then coalesce(m.changed_at, c.updated_at) else c.updated_at end%s
            from trash_marks m where m.account_id = $1 and m.entry_id = $2 and m.relation = %L and m.field = %L
              and c.account_id = $1 and c.id = m.row_id and c.%I is null and exists (select from %I o where %s)',
            r.relation, r.field, also, r.relation, r.field, r.field, r.parent, names) using account, wanted, deleted;
        execute format('with m as materialized (
                select m.value, m.open, m.row_id::text as key from trash_marks m where m.account_id = $1 and m.entry_id = $2 and m.relation = %L and m.field = %L
            ), s as materialized (
                select m.*, t.content ->> ''copy_id'' as copy_key from m join trash_rows t on t.account_id = $1 and t.relation = %L and t.key = m.key where t.content ->> %L is null
            )
            update trash_rows t set content = t.content || jsonb_build_object(%L, s.value) || case when s.open then jsonb_build_object(''moved_out_at'', null) else ''{}'' end
            from s where t.account_id = $1 and t.relation = %L and t.key = s.key
              and (not s.open or exists (select from trash_rows k where k.account_id = $1 and k.relation = ''copies'' and k.key = s.copy_key and (k.content ->> ''location_id'')::bigint = s.value))',
            r.relation, r.field, r.relation, r.field, r.field, r.relation) using account, wanted;
    end loop;
end $$;
