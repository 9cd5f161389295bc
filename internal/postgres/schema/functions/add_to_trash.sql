-- Copies what is about to be deleted into an entry that is there.
create or replace function add_to_trash(account bigint, entry bigint, rel text, ids bigint[]) returns void language plpgsql set enable_seqscan = off set search_path from current as $$
declare
    own bigint := put_in_trash(account, rel, ids);
begin
    if own is null then
        return;
    end if;
    update trash_rows t set entry_id = entry where t.account_id = account and t.entry_id = own;
    insert into trash_marks (account_id, entry_id, relation, row_id, field, value, changed_at, open)
    select m.account_id, entry, m.relation, m.row_id, m.field, m.value, m.changed_at, m.open from trash_marks m where m.account_id = account and m.entry_id = own
    on conflict do nothing;
    delete from trash_entries t where t.account_id = account and t.id = own;
    update trash_entries e set counts = (select jsonb_object_agg(c.relation, c.n) from (
        select t.relation, count(*) as n from trash_rows t where t.account_id = account and t.entry_id = entry group by 1) c)
    where e.account_id = account and e.id = entry;
    perform set_config('app.trash_entry', entry::text, true);
end $$;
