-- +goose NO TRANSACTION
-- +goose Up

-- Every object has one from now on. 00081 has seen to those before.
alter table accounts drop constraint if exists accounts_uuid_there, add constraint accounts_uuid_there check (uuid is not null) not valid;
alter table items drop constraint if exists items_uuid_there, add constraint items_uuid_there check (uuid is not null) not valid;
alter table copies drop constraint if exists copies_uuid_there, add constraint copies_uuid_there check (uuid is not null) not valid;
alter table locations drop constraint if exists locations_uuid_there, add constraint locations_uuid_there check (uuid is not null) not valid;
alter table item_conditions drop constraint if exists item_conditions_uuid_there, add constraint item_conditions_uuid_there check (uuid is not null) not valid;
alter table tags drop constraint if exists tags_uuid_there, add constraint tags_uuid_there check (uuid is not null) not valid;
alter table series drop constraint if exists series_uuid_there, add constraint series_uuid_there check (uuid is not null) not valid;
alter table collection_types drop constraint if exists collection_types_uuid_there, add constraint collection_types_uuid_there check (uuid is not null) not valid;
alter table custom_field_groups drop constraint if exists custom_field_groups_uuid_there, add constraint custom_field_groups_uuid_there check (uuid is not null) not valid;
alter table custom_fields drop constraint if exists custom_fields_uuid_there, add constraint custom_fields_uuid_there check (uuid is not null) not valid;
alter table categories drop constraint if exists categories_uuid_there, add constraint categories_uuid_there check (uuid is not null) not valid;
alter table sets drop constraint if exists sets_uuid_there, add constraint sets_uuid_there check (uuid is not null) not valid;
alter table transactions drop constraint if exists transactions_uuid_there, add constraint transactions_uuid_there check (uuid is not null) not valid;
alter table valuations drop constraint if exists valuations_uuid_there, add constraint valuations_uuid_there check (uuid is not null) not valid;
alter table insurance_records drop constraint if exists insurance_records_uuid_there, add constraint insurance_records_uuid_there check (uuid is not null) not valid;
alter table provenance_events drop constraint if exists provenance_events_uuid_there, add constraint provenance_events_uuid_there check (uuid is not null) not valid;
alter table maintenance_records drop constraint if exists maintenance_records_uuid_there, add constraint maintenance_records_uuid_there check (uuid is not null) not valid;
alter table loans drop constraint if exists loans_uuid_there, add constraint loans_uuid_there check (uuid is not null) not valid;
alter table location_history drop constraint if exists location_history_uuid_there, add constraint location_history_uuid_there check (uuid is not null) not valid;
alter table photos drop constraint if exists photos_uuid_there, add constraint photos_uuid_there check (uuid is not null) not valid;
alter table documents drop constraint if exists documents_uuid_there, add constraint documents_uuid_there check (uuid is not null) not valid;
-- locks allowed: only 00081 calls it, which is done
drop procedure if exists fill_uuids;

-- +goose Down
alter table accounts drop constraint if exists accounts_uuid_there;
alter table items drop constraint if exists items_uuid_there;
alter table copies drop constraint if exists copies_uuid_there;
alter table locations drop constraint if exists locations_uuid_there;
alter table item_conditions drop constraint if exists item_conditions_uuid_there;
alter table tags drop constraint if exists tags_uuid_there;
alter table series drop constraint if exists series_uuid_there;
alter table collection_types drop constraint if exists collection_types_uuid_there;
alter table custom_field_groups drop constraint if exists custom_field_groups_uuid_there;
alter table custom_fields drop constraint if exists custom_fields_uuid_there;
alter table categories drop constraint if exists categories_uuid_there;
alter table sets drop constraint if exists sets_uuid_there;
alter table transactions drop constraint if exists transactions_uuid_there;
alter table valuations drop constraint if exists valuations_uuid_there;
alter table insurance_records drop constraint if exists insurance_records_uuid_there;
alter table provenance_events drop constraint if exists provenance_events_uuid_there;
alter table maintenance_records drop constraint if exists maintenance_records_uuid_there;
alter table loans drop constraint if exists loans_uuid_there;
alter table location_history drop constraint if exists location_history_uuid_there;
alter table photos drop constraint if exists photos_uuid_there;
alter table documents drop constraint if exists documents_uuid_there;
