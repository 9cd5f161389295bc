-- +goose NO TRANSACTION
-- +goose Up

-- The tags of an item are a column, which keep_tag_ids keeps: a page of items looked into
-- another table for each of them. What an older program changes before that trigger exists is
-- found by vitrine doctor; before the first release nobody runs two versions at once.
alter table items add column if not exists tag_ids bigint[] not null default '{}';
-- The owner of the tables may be subject to row security, so it goes from account to
-- account. All are listed first: what is read after the first is opened shows only that one.
-- locks allowed: those of the tagged items of one account at a time
-- +goose StatementBegin
do $$
declare
    account bigint;
begin
    foreach account in array array(select distinct account_id from users order by 1) loop
        perform set_config('app.account_id', account::text, true);
        update items i set tag_ids = t.ids from (
            select item_id, array_agg(tag_id order by tag_id) as ids from item_tags where account_id = account group by item_id) t
        where i.account_id = account and i.id = t.item_id and i.tag_ids <> t.ids;
        commit; -- what was done is not done again
    end loop;
end $$;
-- +goose StatementEnd
