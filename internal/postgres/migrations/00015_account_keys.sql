-- +goose NO TRANSACTION
-- +goose Up

-- The last three tables whose key did not begin with the account. The indexes
-- are built while others write; the exchange of the keys then takes as long as a
-- change to the catalogue, one table at a time, so that nobody who holds one of
-- them and wants another is in the way. Whatever fails, all of it can be run
-- again.
drop index concurrently if exists users_account_key;
create unique index concurrently users_account_key on users (account_id, id);
drop index concurrently if exists api_keys_account_key;
create unique index concurrently api_keys_account_key on api_keys (account_id, id);
drop index concurrently if exists invitations_account_key;
create unique index concurrently invitations_account_key on invitations (account_id, id);

-- The unique key (account_id, id) that users had stays: references hang on it.
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
