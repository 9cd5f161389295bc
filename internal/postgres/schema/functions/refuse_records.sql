-- A copy has at most a thousand records of a kind. Who adds one holds the copy's row.
create or replace function refuse_records(kind text) returns void language plpgsql set search_path from current as $$
begin
    raise exception 'the copy has a thousand %', kind using errcode = 'check_violation', constraint = 'copies_records';
end $$;
