-- +goose Up

-- A moved item counts in its new collection. Only moves write the column, so that
-- other changes of items cost nothing more.
-- +goose StatementBegin
create function count_items_move() returns trigger language plpgsql as $body$
begin
    insert into totals as t (account_id, list, parent_id, slot, n)
    select new.account_id, 'collection_items', m.parent_id, pg_backend_pid() % 16, m.n
    from (values (old.collection_id, -1), (new.collection_id, 1)) m (parent_id, n) order by m.parent_id
    on conflict (account_id, list, parent_id, slot) do update set n = t.n + excluded.n;
    return null;
end $body$;
-- +goose StatementEnd
create trigger count_move after update of collection_id on items for each row
    when (old.collection_id <> new.collection_id) execute function count_items_move();

-- +goose Down
drop trigger count_move on items;
drop function count_items_move;
