-- +goose NO TRANSACTION
-- +goose Up

-- Documents by the records they belong to.
drop index concurrently if exists documents_transaction;
create index concurrently documents_transaction on documents (account_id, copy_id, transaction_id) where transaction_id is not null;
drop index concurrently if exists documents_provenance_event;
create index concurrently documents_provenance_event on documents (account_id, copy_id, provenance_event_id) where provenance_event_id is not null;
drop index concurrently if exists documents_valuation;
create index concurrently documents_valuation on documents (account_id, copy_id, valuation_id) where valuation_id is not null;
drop index concurrently if exists documents_maintenance_record;
create index concurrently documents_maintenance_record on documents (account_id, copy_id, maintenance_record_id) where maintenance_record_id is not null;
drop index concurrently if exists documents_loan;
create index concurrently documents_loan on documents (account_id, copy_id, loan_id) where loan_id is not null;

-- +goose Down
drop index documents_transaction, documents_provenance_event, documents_valuation, documents_maintenance_record, documents_loan;
