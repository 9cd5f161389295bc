-- +goose Up

-- A public collection is found at its uuid only if the service made that: an archive brings
-- uuids, and the key over all accounts would hold what a stranger chose. Collections that an
-- archive brings get an address of their own; null is the uuid.
alter table collections add column address uuid;
