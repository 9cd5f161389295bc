-- What a loan means for its copy, as it begins and ends.
create or replace function keep_lent() returns trigger language plpgsql set search_path from current as $$
declare
    account bigint  := coalesce(new.account_id, old.account_id);
    lent    bigint  := coalesce(new.copy_id, old.copy_id);
    was     boolean := tg_op <> 'INSERT' and old.status = 'active';
    stays   boolean := tg_op <> 'DELETE' and new.status = 'active';
    turned  boolean := was and stays and old.direction <> new.direction;
    ending  text    := case when tg_op = 'DELETE' or turned then 'cancelled' else new.status end;
begin
    if was and (turned or not stays) then
        if old.direction = 'outgoing' then
            update copies set status = case ending when 'lost' then 'lost' else 'owned' end, updated_at = now()
            where account_id = account and id = lent and status = 'loaned';
        else
            update copies set borrowed = false, updated_at = now(),
                status = case ending when 'returned' then 'disposed' when 'lost' then 'lost' else status end,
                disposed_at = case ending when 'returned' then coalesce(disposed_at, new.returned_at) else disposed_at end
            where account_id = account and id = lent;
        end if;
    end if;
    if stays and (turned or not was) then
        if new.direction = 'incoming' then
            update copies set borrowed = true, updated_at = now() where account_id = account and id = lent;
        else
            update copies set status = 'loaned', updated_at = case status when 'loaned' then updated_at else now() end
            where account_id = account and id = lent and status in ('owned', 'loaned', 'other') and not borrowed;
            if not found then
                raise exception 'copy % cannot be lent', lent using errcode = 'check_violation', constraint = 'loans_held';
            end if;
        end if;
    end if;
    return null;
end $$;

create or replace trigger keep_lent after insert or delete or update on loans
    for each row when (coalesce(current_setting('app.restoring', true), '') <> 'all') execute function keep_lent();
