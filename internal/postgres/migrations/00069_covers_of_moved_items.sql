-- +goose Up

-- A photo that leaves a collection with its item is no longer its cover.
-- +goose StatementBegin
create function uncover_moved() returns trigger language plpgsql as $$
begin
    delete from collection_covers where account_id = old.account_id and item_id = old.id and collection_id = old.collection_id;
    return null;
end $$;
-- +goose StatementEnd
create trigger uncover_moved after update of collection_id on items for each row
    when (old.collection_id <> new.collection_id) execute function uncover_moved();

-- +goose Down
drop trigger uncover_moved on items;
drop function uncover_moved;
