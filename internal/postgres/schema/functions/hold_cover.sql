-- The item's lock is shared, so that it does not move to another collection meanwhile. A
-- cover that comes back from the trash must not take the place of another.
create or replace function hold_cover() returns trigger language plpgsql set search_path from current as $$
declare
    inside    bigint;
    restoring boolean := coalesce(current_setting('app.restoring', true), '') <> '';
begin
    select p.item_id into new.item_id from photos p where p.account_id = new.account_id and p.id = new.photo_id;
    select i.collection_id into inside from items i where i.account_id = new.account_id and i.id = new.item_id for share;
    if inside is not distinct from new.collection_id then
        if restoring and exists (select from collection_covers c where c.account_id = new.account_id and c.collection_id = new.collection_id) then
            return null;
        end if;
        return new;
    elsif restoring then
        return null;
    end if;
    raise exception 'the photo is of no item of the collection' using errcode = 'check_violation', constraint = 'collection_covers_photo_fkey';
end $$;

create or replace trigger hold_cover before insert or update on collection_covers
    for each row execute function hold_cover();
