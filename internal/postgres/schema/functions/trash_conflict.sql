-- What a broken constraint means to somebody who restores, with what is in the way.
create or replace function trash_conflict(account bigint, wanted bigint, rel text, broken text) returns jsonb language plpgsql set enable_seqscan = off set search_path from current as $$
declare
    reason text := case
        when broken in ('item_conditions_name_key', 'tags_name_key', 'photos_content') then 'name_taken'
        when broken = 'insurance_records_one_active' then 'policy_active'
        when broken = 'loans_one_active' then 'loan_active'
        when broken in ('location_history_overlap', 'location_history_one_open') then 'stay_overlaps'
        when broken in ('loans_held', 'transactions_lent', 'copies_lent', 'provenance_events_transaction', 'copies_value') then 'copy_state'
        when broken in ('copies_records', 'trash_limit', 'accounts_tags', 'accounts_series', 'accounts_policies', 'collections_categories', 'collections_sets', 'items_tags', 'categories_tree') then 'limit_reached' end;
    found jsonb;
    mine  jsonb := (select t.content from trash_rows t where t.account_id = account and t.entry_id = wanted and t.root limit 1);
begin
    if reason is null then
        return null;
    end if;
    case broken
        when 'item_conditions_name_key' then select to_jsonb(c) into found from item_conditions c where c.account_id = account and c.name_key = mine ->> 'name_key';
        when 'tags_name_key' then select to_jsonb(t) into found from tags t where t.account_id = account and t.name_key = mine ->> 'name_key';
        when 'photos_content' then select to_jsonb(p) into found from photos p where p.account_id = account and p.item_id = (mine ->> 'item_id')::bigint and to_jsonb(p.sha256) = mine -> 'sha256';
        when 'insurance_records_one_active' then select to_jsonb(i) into found from insurance_records i
            where i.account_id = account and i.copy_id = (mine ->> 'copy_id')::bigint and i.policy_number = mine ->> 'policy_number' and i.status = 'active';
        when 'loans_one_active' then select to_jsonb(l) into found from loans l where l.account_id = account and l.copy_id = (mine ->> 'copy_id')::bigint and l.status = 'active';
        when 'location_history_overlap', 'location_history_one_open' then select to_jsonb(s) into found from location_history s
            where s.account_id = account and s.copy_id = (mine ->> 'copy_id')::bigint
              and s.moved_at < coalesce((mine ->> 'moved_out_at')::date, 'infinity') and (mine ->> 'moved_at')::date < coalesce(s.moved_out_at, 'infinity') limit 1;
        else
            null;
    end case;
    if found is null and reason in ('copy_state', 'limit_reached') and mine ? 'copy_id' then
        select to_jsonb(c) into found from copies c where c.account_id = account and c.id = (mine ->> 'copy_id')::bigint;
        rel := 'copies';
    end if;
    return jsonb_build_object('reason', reason, 'type', trash_kind(rel), 'id', coalesce(found, mine) ->> 'id', 'name', trash_name(rel, coalesce(found, mine)), 'trash_entry', null);
end $$;
