create or replace function limit_of_collection() returns trigger language plpgsql set search_path from current as $$
begin
    update collections c set name = c.name from (select distinct account_id, collection_id from rows order by 1, 2) r
    where c.account_id = r.account_id and c.id = r.collection_id;
    if tg_table_name = 'categories' and exists (select from (select distinct account_id, collection_id from rows) r
        where (select count(*) from categories c where c.account_id = r.account_id and c.collection_id = r.collection_id) > 10000) then
        raise exception 'the collection has 10000 categories' using errcode = 'check_violation', constraint = 'collections_categories';
    elsif tg_table_name = 'sets' and exists (select from (select distinct account_id, collection_id from rows) r
        where (select count(*) from sets s where s.account_id = r.account_id and s.collection_id = r.collection_id) > 10000) then
        raise exception 'the collection has 10000 sets' using errcode = 'check_violation', constraint = 'collections_sets';
    end if;
    return null;
end $$;

create or replace trigger limit_of_collection after insert on categories referencing new table as rows
    for each statement execute function limit_of_collection();
create or replace trigger limit_of_collection after insert on sets referencing new table as rows
    for each statement execute function limit_of_collection();
