-- +goose NO TRANSACTION
-- +goose Up

-- The last three tables whose key did not begin with the account. The indexes
-- are built while others write; replacing the keys then takes as long as a
-- catalogue change, one table at a time, so that transactions holding one of
-- them and waiting for another do not deadlock. After any failure, all of it can
-- be run again.
drop index concurrently if exists users_account_key;
create unique index concurrently users_account_key on users (account_id, id);
drop index concurrently if exists api_keys_account_key;
create unique index concurrently api_keys_account_key on api_keys (account_id, id);
drop index concurrently if exists invitations_account_key;
create unique index concurrently invitations_account_key on invitations (account_id, id);

-- The unique key (account_id, id) of users stays: foreign keys depend on it.
-- locks allowed: the index is there, and the release before names no primary key
alter table users drop constraint users_pkey, add constraint users_pkey primary key using index users_account_key;
-- locks allowed: the index is there, and the release before names no primary key
alter table api_keys drop constraint api_keys_pkey, add constraint api_keys_pkey primary key using index api_keys_account_key;
-- locks allowed: the index is there, and the release before names no primary key
alter table invitations drop constraint invitations_pkey, add constraint invitations_pkey primary key using index invitations_account_key;

-- +goose Down
drop index concurrently if exists users_id_key;
create unique index concurrently users_id_key on users (id);
drop index concurrently if exists api_keys_id_key;
create unique index concurrently api_keys_id_key on api_keys (id);
drop index concurrently if exists invitations_id_key;
create unique index concurrently invitations_id_key on invitations (id);
alter table users drop constraint users_pkey, add constraint users_pkey primary key using index users_id_key;
alter table api_keys drop constraint api_keys_pkey, add constraint api_keys_pkey primary key using index api_keys_id_key;
alter table invitations drop constraint invitations_pkey, add constraint invitations_pkey primary key using index invitations_id_key;
