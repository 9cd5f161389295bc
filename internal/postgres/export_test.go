package postgres

import "github.com/jackc/pgx/v5/pgxpool"

// Pool lets tests look at a session of the service from the inside.
func (db *DB) Pool() *pgxpool.Pool { return db.pool }

// MigrateTo makes an older schema.
var MigrateTo = migrateTo

// Up and OpenSQL let a test run a migration of its own as ours are run.
var (
	Up      = up
	OpenSQL = openSQL
)
