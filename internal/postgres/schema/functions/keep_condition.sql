-- The condition that a record of a day has found becomes that of the copy, unless a
-- later one has found another.
create or replace function keep_condition(account bigint, judged bigint, condition bigint, found_on date) returns void language plpgsql set search_path from current as $$
begin
    update copies set item_condition_id = condition, updated_at = now()
    where account_id = account and id = judged and condition is not null and found_on is not null and item_condition_id is distinct from condition
      and not exists (select from maintenance_records where account_id = account and copy_id = judged and item_condition_after_id is not null and performed_at > found_on)
      and not exists (select from loans where account_id = account and copy_id = judged and item_condition_in_id is not null and returned_at > found_on);
end $$;
