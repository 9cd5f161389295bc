-- Whether the row is there that a column would refer to.
create or replace function exists_in_account(account bigint, rel text, field text, target bigint) returns boolean language plpgsql set enable_seqscan = off set search_path from current as $$
declare
    found boolean;
begin
    execute format('select exists (select from %I where account_id = $1 and id = $2 for key share)',
        (select f.parent from references_between_tables() f where f.child = rel and f.field = exists_in_account.field)) into found using account, target;
    return found;
end $$;
