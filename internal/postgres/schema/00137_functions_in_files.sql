-- +goose Up

-- Which files of functions the database has: those that differ from the program's
-- are applied again.
create table applied_functions (
    file    text primary key,
    hash    text not null,
    version integer not null
);

-- Functions say themselves where they look.
-- locks allowed: only migrations called it
drop function if exists look_at_home;
