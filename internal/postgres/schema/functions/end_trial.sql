-- Erases the account of a visitor whose time is over. The role that serves may delete no account by
-- itself. What names files goes before them: cascades come in no order that could be relied on.
create or replace function end_trial(ended bigint) returns bigint language plpgsql security definer set search_path from current as $$
begin
    perform from trials where account_id = ended and ends_at <= now();
    if not found or current_setting('app.account_id') <> ended::text then
        return null;
    end if;
    delete from trash_entries where account_id = ended;
    delete from documents where account_id = ended;
    delete from photos where account_id = ended;
    delete from uploads where account_id = ended;
    delete from accounts where id = ended;
    return ended;
end $$;
