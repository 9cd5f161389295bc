-- Rows are found by all their ids at once. One by one, a plan made before the statistics
-- knew of a hundred thousand new rows read all of them for each.
create or replace function put_rows_in_trash(account bigint, entry bigint, rel text, field text, ids bigint[], is_root boolean) returns bigint[] language plpgsql set enable_seqscan = off set search_path from current as $$
declare
    keys text;
    own  text := 'null::bigint';
    put  bigint[];
begin
    select string_agg(format('c.%I', a.attname), ', ' order by array_position(i.indkey::int2[], a.attnum)) into keys
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indrelid = rel::regclass and i.indisprimary and a.attname <> 'account_id';
    if exists (select from pg_attribute where attrelid = rel::regclass and attname = 'id' and not attisdropped) then
        own := 'c.id';
    end if;
    execute format('with put as (
            insert into trash_rows (account_id, relation, key, entry_id, row_id, root, content)
            select $1, %L, concat_ws(''-'', %s), $2, %s, $4, to_jsonb(c)
            from (select * from %I where account_id = $1 and %I = any($3) offset 0 for update) c
            on conflict (account_id, relation, key) do nothing returning row_id
        ) select array_agg(row_id) from put', rel, keys, own, rel, field) into put using account, entry, ids, is_root;
    return put;
end $$;
