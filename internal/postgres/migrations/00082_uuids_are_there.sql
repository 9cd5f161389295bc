-- +goose Up

-- Every object has one from now on. 00081 has seen to those before.
alter table accounts add constraint accounts_uuid_there check (uuid is not null) not valid;
alter table items add constraint items_uuid_there check (uuid is not null) not valid;
alter table copies add constraint copies_uuid_there check (uuid is not null) not valid;
alter table locations add constraint locations_uuid_there check (uuid is not null) not valid;
alter table item_conditions add constraint item_conditions_uuid_there check (uuid is not null) not valid;
alter table tags add constraint tags_uuid_there check (uuid is not null) not valid;
alter table series add constraint series_uuid_there check (uuid is not null) not valid;
alter table collection_types add constraint collection_types_uuid_there check (uuid is not null) not valid;
alter table custom_field_groups add constraint custom_field_groups_uuid_there check (uuid is not null) not valid;
alter table custom_fields add constraint custom_fields_uuid_there check (uuid is not null) not valid;
alter table categories add constraint categories_uuid_there check (uuid is not null) not valid;
alter table sets add constraint sets_uuid_there check (uuid is not null) not valid;
alter table transactions add constraint transactions_uuid_there check (uuid is not null) not valid;
alter table valuations add constraint valuations_uuid_there check (uuid is not null) not valid;
alter table insurance_records add constraint insurance_records_uuid_there check (uuid is not null) not valid;
alter table provenance_events add constraint provenance_events_uuid_there check (uuid is not null) not valid;
alter table maintenance_records add constraint maintenance_records_uuid_there check (uuid is not null) not valid;
alter table loans add constraint loans_uuid_there check (uuid is not null) not valid;
alter table location_history add constraint location_history_uuid_there check (uuid is not null) not valid;
alter table photos add constraint photos_uuid_there check (uuid is not null) not valid;
alter table documents add constraint documents_uuid_there check (uuid is not null) not valid;
-- locks allowed: only 00081 calls it, which is done
drop procedure fill_uuids;

-- +goose Down
alter table accounts drop constraint accounts_uuid_there;
alter table items drop constraint items_uuid_there;
alter table copies drop constraint copies_uuid_there;
alter table locations drop constraint locations_uuid_there;
alter table item_conditions drop constraint item_conditions_uuid_there;
alter table tags drop constraint tags_uuid_there;
alter table series drop constraint series_uuid_there;
alter table collection_types drop constraint collection_types_uuid_there;
alter table custom_field_groups drop constraint custom_field_groups_uuid_there;
alter table custom_fields drop constraint custom_fields_uuid_there;
alter table categories drop constraint categories_uuid_there;
alter table sets drop constraint sets_uuid_there;
alter table transactions drop constraint transactions_uuid_there;
alter table valuations drop constraint valuations_uuid_there;
alter table insurance_records drop constraint insurance_records_uuid_there;
alter table provenance_events drop constraint provenance_events_uuid_there;
alter table maintenance_records drop constraint maintenance_records_uuid_there;
alter table loans drop constraint loans_uuid_there;
alter table location_history drop constraint location_history_uuid_there;
alter table photos drop constraint photos_uuid_there;
alter table documents drop constraint documents_uuid_there;
