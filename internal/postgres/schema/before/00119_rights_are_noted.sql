-- +goose Up

-- Whoever has seen an id from before a change of rights has nothing of the new ones for
-- longer than a minute, and nothing at all after the next change.
-- +goose StatementBegin
create function note_rights() returns trigger language plpgsql as $$
begin
    new.rights_changed_at := now();
    delete from api_keys where account_id = new.account_id and user_id = new.id and of_session is not null;
    return new;
end $$;
-- +goose StatementEnd
select look_at_home('note_rights');
create trigger note_rights before update of role, email, password_hash, totp_enabled on users for each row
    when ((old.role, old.email, old.password_hash, old.totp_enabled) is distinct from (new.role, new.email, new.password_hash, new.totp_enabled)) execute function note_rights();
