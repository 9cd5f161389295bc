-- +goose Up

-- The day on which a copy ceased to be held; null while it is, and where that was
-- before this column. Of what was only ordered it is before all days.
alter table copies add column ceased_at date;

-- +goose StatementBegin
create function note_ceased() returns trigger language plpgsql as $$
begin
    new.ceased_at := case
        when new.status in ('owned', 'loaned', 'other') and not new.borrowed then null
        when new.status = 'ordered' or new.borrowed then '-infinity'
        else (now() at time zone 'UTC')::date end;
    return new;
end $$;
-- +goose StatementEnd
create trigger note_ceased before update of status, borrowed on copies for each row
    when ((old.status, old.borrowed) is distinct from (new.status, new.borrowed)) execute function note_ceased();
create trigger note_never before insert on copies for each row
    when (new.status not in ('owned', 'loaned', 'other') or new.borrowed) execute function note_ceased();

-- +goose Down
drop trigger note_ceased on copies;
drop trigger note_never on copies;
drop function note_ceased;
alter table copies drop column ceased_at;
