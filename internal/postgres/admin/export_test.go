package admin

// MigrateTo creates an older schema.
var MigrateTo = migrateTo

// Up and OpenSQL let a test run its own migration like ours.
var (
	Up      = up
	OpenSQL = openSQL
)
