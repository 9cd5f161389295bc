-- An item without a held copy that gets one is not wanted any more. What became of it is
-- remembered for the log entry of whatever brought the copy; hence before the row. What
-- comes back from the trash changes nothing.
create or replace function end_wish() returns trigger language plpgsql set search_path from current as $$
declare
    was items;
begin
    select i.* into was from items i where i.account_id = new.account_id and i.id = new.item_id and i.wanted
      and not exists (select from copies c where c.account_id = new.account_id and c.item_id = new.item_id and c.id <> new.id
          and c.status in ('owned', 'loaned', 'other') and not c.borrowed)
    for no key update;
    if found then
        update items i set wanted = false, wanted_priority = null, wanted_max_price = null, wanted_currency_code = null, updated_at = now()
        where i.account_id = new.account_id and i.id = new.item_id;
        perform set_config('app.item_changes', (
            select jsonb_agg(jsonb_build_object('field', 'item.' || f.name, 'from', f.was, 'to', case f.name when 'wanted' then to_jsonb(false) else 'null'::jsonb end) order by f.n)::text
            from (values (1, 'wanted', to_jsonb(was.wanted)), (2, 'wanted_priority', to_jsonb(was.wanted_priority)), (3, 'wanted_max_price', to_jsonb(was.wanted_max_price)),
                (4, 'wanted_currency_code', to_jsonb(was.wanted_currency_code))) f (n, name, was) where f.was is not null), true);
    end if;
    return new;
end $$;

create or replace trigger wish_ends before insert on copies
    for each row when ((new.status in ('owned', 'loaned', 'other')) and (not new.borrowed) and (coalesce(current_setting('app.restoring', true), '') = ''))
    execute function end_wish();
create or replace trigger wish_ends_later before update of status, borrowed on copies
    for each row when ((new.status in ('owned', 'loaned', 'other')) and (not new.borrowed) and (old.status not in ('owned', 'loaned', 'other') or old.borrowed) and (coalesce(current_setting('app.restoring', true), '') = ''))
    execute function end_wish();
