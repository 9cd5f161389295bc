create or replace function note_ceased() returns trigger language plpgsql set search_path from current as $$
begin
    new.ceased_at := case
        when new.status in ('owned', 'loaned', 'other') and not new.borrowed then null
        when new.status = 'ordered' or new.borrowed then '-infinity'
        else (now() at time zone 'UTC')::date end;
    return new;
end $$;

create or replace trigger note_ceased before update of status, borrowed on copies
    for each row when ((old.status, old.borrowed) is distinct from (new.status, new.borrowed)) execute function note_ceased();
create or replace trigger note_never before insert on copies
    for each row when ((new.status not in ('owned', 'loaned', 'other') or new.borrowed) and (coalesce(current_setting('app.restoring', true), '') = ''))
    execute function note_ceased();
