-- Ends entries for good. The log, which only its owner may change, keeps that something
-- was there, not what.
create or replace function purge_trash(account bigint, entries bigint[]) returns bigint language plpgsql security definer set enable_seqscan = off set search_path from current as $$
declare
    n bigint;
begin
    if current_setting('app.account_id') <> account::text then
        return 0;
    end if;
    perform from trash_entries t where t.account_id = account and t.id = any(entries) order by t.id for update;
    update logs l set changes = '[]' from trash_rows t
    where t.account_id = account and t.entry_id = any(entries) and t.relation = 'items' and l.account_id = account and l.item_id = t.row_id and l.changes <> '[]';
    update logs l set changes = '[]' from trash_rows t
    where t.account_id = account and t.entry_id = any(entries) and t.relation = 'copies' and l.account_id = account and l.copy_id = t.row_id and l.changes <> '[]';
    delete from trash_entries t where t.account_id = account and t.id = any(entries);
    get diagnostics n = row_count;
    return n;
end $$;
