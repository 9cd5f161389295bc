-- +goose Up

-- What a loan or maintenance means for other rows, and the status of a copy that has none,
-- are said by the program that writes them (ADR 48). The triggers go with their functions.
-- locks allowed: before the first release nobody runs two versions at once
drop function if exists keep_maintained(), keep_maintenance_event(), keep_loan_events(), keep_condition(bigint, bigint, bigint, date),
    default_status() cascade;
