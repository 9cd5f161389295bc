-- +goose NO TRANSACTION
-- +goose Up

-- The tags of an item are a column, which keep_tag_ids keeps: a page of items looked into
-- another table for each of them.
-- locks allowed: a constant default writes no row
alter table items add column if not exists tag_ids bigint[] not null default '{}';
-- +goose StatementBegin
do $$
declare
    tagged record;
begin
    for tagged in select account_id from item_tags group by account_id loop
        update items i set tag_ids = t.ids from (
            select item_id, array_agg(tag_id order by tag_id) as ids from item_tags where account_id = tagged.account_id group by item_id) t
        where i.account_id = tagged.account_id and i.id = t.item_id and i.tag_ids <> t.ids;
        commit; -- what was done is not done again
    end loop;
end $$;
-- +goose StatementEnd
