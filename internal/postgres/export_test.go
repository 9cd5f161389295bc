package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/identity"
)

// Pool lets tests look at a session of the service from the inside.
func (db *DB) Pool() *pgxpool.Pool { return db.pool }

// InUse tells how many users hold a connection or wait for one.
func InUse(db *DB) int {
	db.shares.mu.Lock()
	defer db.shares.mu.Unlock()
	return max(len(db.shares.holding), len(db.shares.waiting))
}

// TakeAndGive takes a seat and gives it back.
func TakeAndGive(db *DB, user int64) {
	taken := &seat{user: user}
	_ = db.take(taken)
	db.give(taken)
}

// MigrateTo makes an older schema.
var MigrateTo = migrateTo

// Up and OpenSQL let a test run a migration of its own as ours are run.
var (
	Up      = up
	OpenSQL = openSQL
)

// Enter opens an account by a right, whatever the service believes of the caller.
func Enter(ctx context.Context, db *DB, a Access, right identity.Right) error {
	r := db.Scope(a).reader(right)
	return r.accountWide().send(ctx, func(*pgx.Batch) {}, func(pgx.BatchResults) error { return nil })
}

// SayNothing is a new read that says nothing of collections.
func SayNothing(ctx context.Context, db *DB, a Access) error {
	_, err := one[struct{ N int64 }](ctx, db.Scope(a).reader(identity.View), `select count(*) as n from locations where account_id = $1`, a.AccountID)
	return err
}
