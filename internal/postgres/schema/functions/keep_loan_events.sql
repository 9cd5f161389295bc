create or replace function keep_loan_events() returns trigger language plpgsql set search_path from current as $$
declare
    giver text := case new.direction when 'incoming' then new.party end;
    taker text := case new.direction when 'outgoing' then new.party end;
begin
    if not new.include_in_provenance then
        delete from provenance_events where account_id = new.account_id and copy_id = new.copy_id and (loan_id = new.id or returned_loan_id = new.id);
        return null;
    end if;
    insert into provenance_events as e (account_id, copy_id, type, title, description, occurred_at, occurred_at_precision, from_party, to_party, loan_id)
    values (new.account_id, new.copy_id, 'loan', new.party, new.purpose, new.loaned_at, 'exact', giver, taker, new.id)
    on conflict (account_id, copy_id, loan_id) do update
    set title = excluded.title, description = excluded.description, occurred_at = excluded.occurred_at,
        from_party = excluded.from_party, to_party = excluded.to_party, updated_at = now()
    where (e.title, e.description, e.occurred_at, e.from_party, e.to_party)
        is distinct from (excluded.title, excluded.description, excluded.occurred_at, excluded.from_party, excluded.to_party);
    if new.status <> 'returned' then
        delete from provenance_events where account_id = new.account_id and copy_id = new.copy_id and returned_loan_id = new.id;
        return null;
    end if;
    insert into provenance_events as e (account_id, copy_id, type, title, occurred_at, occurred_at_precision, from_party, to_party, returned_loan_id)
    values (new.account_id, new.copy_id, 'return', new.party, new.returned_at, 'exact', taker, giver, new.id)
    on conflict (account_id, copy_id, returned_loan_id) do update
    set title = excluded.title, occurred_at = excluded.occurred_at, from_party = excluded.from_party, to_party = excluded.to_party, updated_at = now()
    where (e.title, e.occurred_at, e.from_party, e.to_party) is distinct from (excluded.title, excluded.occurred_at, excluded.from_party, excluded.to_party);
    return null;
end $$;

create or replace trigger keep_events after insert or update on loans
    for each row when (coalesce(current_setting('app.restoring', true), '') = '') execute function keep_loan_events();
