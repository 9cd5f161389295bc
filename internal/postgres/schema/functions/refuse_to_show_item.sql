create or replace function refuse_to_show_item() returns trigger language plpgsql set search_path from current as $$
begin
    if exists (select from public_collections where account_id = new.account_id and collection_id = new.collection_id)
    or exists (select from share_links where account_id = new.account_id and collection_id = new.collection_id) then
        raise exception 'a restricted key of account_id % opens nothing', new.account_id using errcode = 'check_violation', constraint = 'items_restricted';
    end if;
    return new;
end $$;

create or replace trigger not_moved_to_be_shown before update of collection_id on items
    for each row when ((new.collection_id <> old.collection_id) and (current_setting('app.restricted', true) = 'on'))
    execute function refuse_to_show_item();
