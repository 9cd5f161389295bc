-- +goose Up

-- What a key opens to people without an account stays open when the key has ended, and
-- shows what it may not read. So a restricted key opens nothing: the statement that opens
-- the account for one sets app.restricted. Share links are refused by the right to make
-- them, all else here, because it is one member of an object among others.

-- +goose StatementBegin
create function refuse_restricted_key() returns trigger language plpgsql as $$
begin
    raise exception 'a restricted key of account_id % opens nothing', new.account_id using errcode = 'check_violation', constraint = tg_argv[0];
end $$;
-- +goose StatementEnd

create trigger not_made_public before insert on collections for each row
    when (new.visibility = 'public' and current_setting('app.restricted', true) = 'on') execute function refuse_restricted_key('collections_restricted');
create trigger not_turned_public before update of visibility on collections for each row
    when (new.visibility = 'public' and old.visibility <> 'public' and current_setting('app.restricted', true) = 'on') execute function refuse_restricted_key('collections_restricted');
create trigger not_made_public before insert on custom_fields for each row
    when (new.is_public and current_setting('app.restricted', true) = 'on') execute function refuse_restricted_key('custom_fields_restricted');
create trigger not_turned_public before update of is_public on custom_fields for each row
    when (new.is_public and not old.is_public and current_setting('app.restricted', true) = 'on') execute function refuse_restricted_key('custom_fields_restricted');

-- +goose StatementBegin
create function refuse_to_show_item() returns trigger language plpgsql as $$
begin
    if exists (select from public_collections where account_id = new.account_id and collection_id = new.collection_id)
    or exists (select from share_links where account_id = new.account_id and collection_id = new.collection_id) then
        raise exception 'a restricted key of account_id % opens nothing', new.account_id using errcode = 'check_violation', constraint = 'items_restricted';
    end if;
    return new;
end $$;
-- +goose StatementEnd
create trigger not_moved_to_be_shown before update of collection_id on items for each row
    when (new.collection_id <> old.collection_id and current_setting('app.restricted', true) = 'on') execute function refuse_to_show_item();
select look_at_home('refuse_restricted_key', 'refuse_to_show_item');
