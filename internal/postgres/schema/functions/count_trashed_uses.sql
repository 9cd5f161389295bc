-- Files of what is in the trash stay.
create or replace function count_trashed_uses() returns trigger language plpgsql set search_path from current as $$
begin
    if tg_op = 'INSERT' then
        update files set uses = uses + 1 where account_id = new.account_id and id = (new.content ->> 'file_id')::bigint;
    else
        update files set uses = uses - 1, named_at = now() where account_id = old.account_id and id = (old.content ->> 'file_id')::bigint;
    end if;
    return null;
end $$;

create or replace trigger count_uses_insert after insert on trash_rows
    for each row when ((new.content ->> 'file_id') is not null) execute function count_trashed_uses();
create or replace trigger count_uses_delete after delete on trash_rows
    for each row when ((old.content ->> 'file_id') is not null) execute function count_trashed_uses();
