-- +goose Up

-- Copies that had a location before there was a history have been there since they
-- were entered. Who moves one meanwhile has begun its history by the triggers.
-- An owner who migrates is subject to forced row security, and no account is in
-- scope here.
alter table copies no force row level security;
alter table locations no force row level security;
alter table location_history no force row level security;
alter table location_history disable trigger user;
insert into location_history (account_id, copy_id, location_id, location_name, moved_at)
select c.account_id, c.id, l.id, l.name, (c.created_at at time zone 'UTC')::date
from copies c join locations l on l.account_id = c.account_id and l.id = c.location_id
on conflict do nothing;
alter table location_history enable trigger user;
alter table documents no force row level security;
alter table transactions no force row level security;
alter table provenance_events no force row level security;
alter table valuations no force row level security;
alter table maintenance_records no force row level security;
alter table loans no force row level security;
alter table documents validate constraint documents_transaction_fkey;
alter table documents validate constraint documents_provenance_event_fkey;
alter table documents validate constraint documents_valuation_fkey;
alter table documents validate constraint documents_maintenance_record_fkey;
alter table documents validate constraint documents_loan_fkey;
alter table documents force row level security;
alter table transactions force row level security;
alter table provenance_events force row level security;
alter table valuations force row level security;
alter table maintenance_records force row level security;
alter table loans force row level security;
alter table copies force row level security;
alter table locations force row level security;
alter table location_history force row level security;

-- +goose Down
select 1;
