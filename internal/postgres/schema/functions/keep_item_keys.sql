-- Writes what item_keys has of some items anew. Each item has one row of what is held, which every
-- change writes: it is the lock of the others, and one that a snapshot does not show yet makes a
-- transaction try again. The triggers come after those that lock the item.
create or replace function keep_item_keys(account bigint, items bigint[]) returns void language plpgsql set search_path from current as $$
begin
    perform from (select distinct unnest(items) as id order by 1) q
    cross join lateral (select from item_keys where account_id = account and item_id = q.id and kind = 'held' offset 0 for update) k;
    with wanted as materialized (
        select * from find_item_keys(account, items)
    ), removed as (
        delete from item_keys k where k.account_id = account and k.item_id = any(items) and k.kind not in ('held', 'tag')
            and not exists (select from wanted w where w.item_id = k.item_id and w.kind = k.kind and w.key = k.key)
    ), counted as (
        update item_keys k set key = w.key, collection_id = w.collection_id from wanted w
        where w.kind = 'held' and k.account_id = account and k.item_id = any(items) and k.item_id = w.item_id and k.kind = 'held' returning k.item_id
    )
    insert into item_keys as k (account_id, collection_id, item_id, kind, key)
    select account, w.collection_id, w.item_id, w.kind, w.key from wanted w where w.kind <> 'held' or not exists (select from counted c where c.item_id = w.item_id)
    on conflict (account_id, item_id, kind, key) do update set collection_id = excluded.collection_id where k.collection_id <> excluded.collection_id;
end $$;
