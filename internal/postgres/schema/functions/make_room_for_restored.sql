-- Frees the positions of what comes back, and the place of a main photo.
create or replace function make_room_for_restored(account bigint, wanted bigint, rel text) returns void language plpgsql set enable_seqscan = off set search_path from current as $$
declare
    r record;
begin
    if rel not in ('photos', 'custom_fields', 'item_conditions') then
        return;
    end if;
    case rel
        when 'photos' then update items i set name = i.name
            from (select distinct (t.content ->> 'item_id')::bigint as id from trash_rows t where t.account_id = account and t.entry_id = wanted offset 0) o where i.account_id = account and i.id = o.id;
        when 'custom_fields' then update collection_types c set name = c.name
            from (select (t.content ->> 'collection_type_id')::bigint as id from trash_rows t where t.account_id = account and t.entry_id = wanted and t.root offset 0) o where c.account_id = account and c.id = o.id;
        else update accounts set name = name where id = account;
    end case;
    if rel = 'item_conditions' and (select count(*) from item_conditions where account_id = account) >= 100
        or rel = 'photos' and exists (select from (
                select (t.content ->> 'item_id')::bigint as item, count(*) as n from trash_rows t where t.account_id = account and t.entry_id = wanted and t.root group by 1) g
            where g.n + (select count(*) from photos p where p.account_id = account and p.item_id = g.item) > 100) then
        raise exception 'the list is full' using errcode = 'check_violation', constraint = 'trash_limit';
    end if;
    for r in select (t.content ->> 'position')::bigint as position, (t.content ->> 'item_id')::bigint as item, (t.content ->> 'is_main')::boolean as main,
            (t.content ->> 'collection_type_id')::bigint as type, (t.content ->> 'group_id')::bigint as field_group
        from trash_rows t where t.account_id = account and t.entry_id = wanted and t.root order by 1 loop
        if rel = 'photos' then
            update photos p set position = p.position + 1 where p.account_id = account and p.item_id = r.item and p.position >= r.position
              and exists (select from photos h where h.account_id = account and h.item_id = r.item and h.position = r.position);
            if r.main then
                update photos p set is_main = false where p.account_id = account and p.item_id = r.item and p.is_main;
            end if;
        elsif rel = 'custom_fields' then
            update custom_fields f set position = f.position + 1
            where f.account_id = account and f.collection_type_id = r.type and f.group_id is not distinct from r.field_group and f.position >= r.position
              and exists (select from custom_fields h where h.account_id = account and h.collection_type_id = r.type and h.group_id is not distinct from r.field_group and h.position = r.position);
        else
            update item_conditions c set position = c.position + 1 where c.account_id = account and c.position >= r.position
              and exists (select from item_conditions h where h.account_id = account and h.position = r.position);
        end if;
    end loop;
end $$;
