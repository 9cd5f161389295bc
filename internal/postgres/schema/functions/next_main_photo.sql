-- When the main photo of an item goes, the next by position takes its place.
create or replace function next_main_photo() returns trigger language plpgsql set search_path from current as $$
begin
    update photos set is_main = true, updated_at = now() where account_id = old.account_id and id = (
        select id from photos where account_id = old.account_id and item_id = old.item_id
        order by position < old.position, position limit 1);
    return null;
end $$;

create or replace trigger next_main_photo after delete on photos
    for each row when (old.is_main) execute function next_main_photo();
