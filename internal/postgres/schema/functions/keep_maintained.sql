create or replace function keep_maintained() returns trigger language plpgsql set search_path from current as $$
begin
    perform keep_condition(new.account_id, new.copy_id, new.item_condition_after_id, new.performed_at);
    return null;
end $$;

create or replace trigger keep_maintained after insert on maintenance_records
    for each row when (coalesce(current_setting('app.restoring', true), '') = '') execute function keep_maintained();
