create or replace function note_trash_due() returns trigger language plpgsql set search_path from current as $$
begin
    if tg_table_name = 'accounts' then
        update trash_due set due_at = now() where account_id = new.id;
    else -- a row that is there is due before this entry
        insert into trash_due (account_id, due_at)
        select new.account_id, new.deleted_at + trash_retention_days * interval '1 day' from accounts where id = new.account_id
        on conflict (account_id) do nothing;
    end if;
    return null;
end $$;

create or replace trigger note_due after insert on trash_entries
    for each row execute function note_trash_due();
create or replace trigger note_trash_due after update of trash_retention_days on accounts
    for each row when (old.trash_retention_days <> new.trash_retention_days) execute function note_trash_due();
