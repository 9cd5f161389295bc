-- What refers to a file, in the transaction of the reference. A file that is no
-- longer used stays for a day.
create or replace function count_uses() returns trigger language plpgsql set search_path from current as $$
declare
    shown bigint := (tg_table_name = 'photos')::int;
begin
    if tg_op <> 'INSERT' and old.file_id is not null then
        update files set uses = uses - 1, photos = photos - shown, named_at = now() where account_id = old.account_id and id = old.file_id;
    end if;
    if tg_op <> 'DELETE' and new.file_id is not null then
        update files set uses = uses + 1, photos = photos + shown where account_id = new.account_id and id = new.file_id;
    end if;
    return null;
end $$;

create or replace trigger count_uses after insert or delete or update of file_id on uploads
    for each row execute function count_uses();
create or replace trigger count_uses after insert or delete or update of file_id on photos
    for each row execute function count_uses();
create or replace trigger count_uses after insert or delete or update of file_id on documents
    for each row execute function count_uses();
create or replace trigger count_uses after insert or delete or update of file_id on imports
    for each row execute function count_uses();
