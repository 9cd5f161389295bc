-- +goose Up

-- The photo that stands for a collection, which is one of its items'. It is a table of its
-- own because a photo lies in a collection already: references in a circle could not be
-- restored from the trash one after the other.
create table collection_covers (
    account_id    bigint not null,
    collection_id bigint not null,
    item_id       bigint not null, -- of the photo
    photo_id      bigint not null,
    primary key (account_id, collection_id),
    constraint collection_covers_collection_fkey foreign key (account_id, collection_id) references collections (account_id, id) on delete cascade,
    constraint collection_covers_photo_fkey foreign key (account_id, photo_id) references photos (account_id, id) on delete cascade
);
create index collection_covers_photo on collection_covers (account_id, photo_id);
create index collection_covers_item on collection_covers (account_id, item_id);
alter table collection_covers enable row level security, force row level security;
create policy account_only on collection_covers using (account_id = (select current_setting('app.account_id')::bigint));

-- The item's lock is shared, so that it does not move to another collection meanwhile. A
-- cover that comes back from the trash must not take the place of another.
-- +goose StatementBegin
create function hold_cover() returns trigger language plpgsql as $$
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
-- +goose StatementEnd
create trigger hold_cover before insert or update on collection_covers for each row execute function hold_cover();

-- +goose Down
drop table collection_covers;
drop function hold_cover;
