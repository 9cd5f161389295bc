#!/usr/bin/env bash
# Run once by the PostgreSQL image, on an empty directory: creates the database
# and two users without superuser rights. One owns the tables and migrates, the
# other serves and owns nothing. Their passwords are those of the secret URLs.
set -euo pipefail

secrets=${SECRETS:-/run/secrets}
password() { sed -E 's#^postgres://[^:]+:([^@]+)@.*#\1#' "$secrets/$1"; }

owner=$(password owner_url) web=$(password database_url) psql -v ON_ERROR_STOP=1 --no-psqlrc --quiet \
    --username "${POSTGRES_USER:-postgres}" --dbname "${POSTGRES_DB:-postgres}" <<'SQL'
\getenv owner owner
\getenv web web
create role vitrine_app nologin;
create role vitrine_owner login password :'owner';
create role vitrine_web login password :'web';
grant vitrine_app to vitrine_owner, vitrine_web;
create database vitrine owner vitrine_owner;
revoke all on database vitrine from public;
grant connect on database vitrine to vitrine_web;
SQL
