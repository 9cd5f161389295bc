-- Ends the oldest entries whose days are over, and says when to look again: entries to
-- come cannot be due earlier than a new one.
create or replace function purge_expired_trash(account bigint, most integer) returns bigint language plpgsql set search_path from current as $$
declare
    days interval := (select trash_retention_days * interval '1 day' from accounts where id = account);
    n    bigint;
begin
    n := purge_trash(account, array(select t.id from trash_entries t where t.account_id = account and t.deleted_at <= now() - days order by t.deleted_at, t.id limit most));
    update trash_due set due_at = least(now() + days, (select min(t.deleted_at) + days from trash_entries t where t.account_id = account)) where account_id = account;
    return n;
end $$;
