-- A file whose parts are announced has its room from the beginning: what else is stored
-- meanwhile must fit beside it. The file itself, when it is whole, is not counted twice.
create or replace function count_storage() returns trigger language plpgsql set search_path from current as $$
declare
    most      bigint := coalesce(nullif(current_setting('app.storage_limit', true), ''), '0')::bigint;
    used      bigint;
    announced bigint;
    own       bigint; -- what the operator allows this account
begin
    if tg_op = 'DELETE' then
        update accounts set storage_used = storage_used - old.size where id = old.account_id;
        return null;
    end if;
    update accounts set storage_used = storage_used + new.size where id = new.account_id returning storage_used, storage_quota into used, own;
    most := coalesce(own, most);
    if most > 0 then
        select coalesce(sum(size), 0) into announced from imports where account_id = new.account_id and state = 'uploading' and sha256 <> new.sha256;
        if used + announced > most then
            raise exception 'the account would use % of % bytes', used + announced, most using errcode = 'check_violation', constraint = 'accounts_storage';
        end if;
    end if;
    return null;
end $$;

create or replace trigger count_storage after insert or delete on files
    for each row execute function count_storage();
