-- Password links end with every change of password or address: they may be in
-- the hands of whoever the change is to keep out.
create or replace function forget_resets() returns trigger language plpgsql set search_path from current as $$
begin
    delete from password_resets where account_id = new.account_id and user_id = new.id;
    delete from earlier_resets where account_id = new.account_id and user_id = new.id;
    return null;
end $$;

create or replace trigger forget_resets after update of password_hash, email on users
    for each row when ((old.password_hash <> new.password_hash) or (old.email <> new.email)) execute function forget_resets();
