-- Lists that are read as a whole have a limit. Who adds to one writes the row that it
-- belongs to, so that two cannot both be the last, and a careful change is tried again.
create or replace function limit_of_account() returns trigger language plpgsql set search_path from current as $$
begin
    update accounts a set name = a.name from (select distinct account_id from rows) r where a.id = r.account_id;
    if tg_table_name = 'tags' and exists (
        select from (select distinct account_id from rows) r where (select count(*) from tags t where t.account_id = r.account_id) > 10000) then
        raise exception 'the account has 10000 tags' using errcode = 'check_violation', constraint = 'accounts_tags';
    elsif tg_table_name = 'series' and exists (
        select from (select distinct account_id from rows) r where (select count(*) from series s where s.account_id = r.account_id) > 10000) then
        raise exception 'the account has 10000 series' using errcode = 'check_violation', constraint = 'accounts_series';
    elsif tg_table_name = 'policies' then -- a migration from before the table writes tags
        if exists (select from (select distinct account_id from rows) r where (select count(*) from policies p where p.account_id = r.account_id) > 1000) then
            raise exception 'the account has 1000 policies' using errcode = 'check_violation', constraint = 'accounts_policies';
        end if;
    end if;
    return null;
end $$;

create or replace trigger limit_of_account after insert on tags referencing new table as rows
    for each statement execute function limit_of_account();
create or replace trigger limit_of_account after insert on series referencing new table as rows
    for each statement execute function limit_of_account();
create or replace trigger limit_of_account after insert on policies referencing new table as rows
    for each statement execute function limit_of_account();
