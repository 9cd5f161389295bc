-- +goose Up

-- What owners choose for their account. Amounts are in its currency.
alter table accounts
    add column trash_retention_days  smallint not null default 30,
    add column public_sharing        boolean not null default false,
    add column uninsured_above       bigint,
    add column under_insured_percent smallint not null default 90,
    add column attention_days        smallint not null default 30,
    add constraint accounts_trash_retention_days check (trash_retention_days between 1 and 365) not valid,
    add constraint accounts_uninsured_above check (uninsured_above between 0 and 999999999999999) not valid,
    add constraint accounts_under_insured_percent check (under_insured_percent between 1 and 100) not valid,
    add constraint accounts_attention_days check (attention_days between 1 and 365) not valid;
alter table accounts validate constraint accounts_trash_retention_days;
alter table accounts validate constraint accounts_uninsured_above;
alter table accounts validate constraint accounts_under_insured_percent;
alter table accounts validate constraint accounts_attention_days;

-- Erases the account of an owner who shows an unrestricted key. The role that serves may
-- delete no account by itself. What names files goes before them: cascades come in no
-- order that could be relied on.
-- +goose StatementBegin
create function erase_account(erased bigint, shown bytea) returns bigint language plpgsql security definer set search_path from current as $$
begin
    perform from api_keys where account_id = erased and token_hash = shown and role = 'owner' and scopes is null and expires_at is null and collection_ids is null;
    if not found then
        return null;
    end if;
    delete from documents where account_id = erased;
    delete from photos where account_id = erased;
    delete from uploads where account_id = erased;
    delete from accounts where id = erased;
    return erased;
end $$;
-- +goose StatementEnd

-- +goose Down
drop function erase_account;
alter table accounts drop column trash_retention_days, drop column public_sharing, drop column uninsured_above, drop column under_insured_percent,
    drop column attention_days;
