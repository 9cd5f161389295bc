-- States follow each other as the table of the API says, whatever a program believes.
create or replace function check_import_state() returns trigger language plpgsql set search_path from current as $$
begin
    if not (case old.state
        when 'uploading' then new.state in ('reading', 'failed', 'cancelled', 'expired')
        when 'reading'   then new.state in ('ready', 'planning', 'failed', 'cancelled')
        when 'ready'     then new.state in ('reading', 'planning', 'cancelled', 'expired')
        when 'planning'  then new.state in ('planned', 'ready', 'failed')
        when 'planned'   then new.state in ('reading', 'planning', 'applying', 'cancelled', 'expired')
        when 'applying'  then new.state in ('applied', 'stopped', 'planned')
        when 'stopped'   then new.state in ('applying', 'reverting')
        when 'applied'   then new.state = 'reverting'
        when 'reverting' then new.state in ('reverted', 'stopped')
        else false end) then
        raise exception 'import % of account % does not go from % to %', old.id, old.account_id, old.state, new.state using errcode = 'check_violation', constraint = 'imports_state';
    end if;
    return new;
end $$;

create or replace trigger check_state before update of state on imports
    for each row when (old.state <> new.state) execute function check_import_state();
