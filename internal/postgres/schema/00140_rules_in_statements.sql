-- +goose Up

-- What a loan, maintenance or a move means for other rows is said by the program that
-- writes it (ADR 48). The triggers go with their functions.
-- locks allowed: before the first release nobody runs two versions at once
drop function if exists keep_maintained(), keep_maintenance_event(), keep_loan_events(), keep_condition(bigint, bigint, bigint, date),
    default_status(), uncover_moved(), move_import_keys() cascade;
