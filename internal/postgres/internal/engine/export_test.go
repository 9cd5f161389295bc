package engine

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/identity"
)

func init() { walkedRows = 3_000 }

// Pool lets tests inspect a session of the service.
func (db *DB) Pool() *pgxpool.Pool { return db.pool }

// InUse returns how many users hold or await a connection.
func InUse(db *DB) int {
	_, users := db.seats.InUse()
	return int(users)
}

// Seats is how many connections all users hold.
func Seats(db *DB) int64 {
	held, _ := db.seats.InUse()
	return held
}

// PanicOnAnswer is a read that panics when it has its answer.
func PanicOnAnswer(ctx context.Context, r Reader) error {
	return Ask(ctx, AccountWide(r), func(b *pgx.Batch) { b.Queue(`select 1`) }, func(pgx.BatchResults) error { panic("on purpose") })
}

func TakeAndGive(db *DB, user int64) {
	taken := &seat{user: user}
	_ = db.take(taken)
	db.give(taken)
}

// Enter opens an account by a right, whatever the cached identity says.
func Enter(ctx context.Context, db *DB, a Access, right identity.Right) error {
	r := ReaderOf(db.Scope(a), right)
	return Ask(ctx, AccountWide(r), func(*pgx.Batch) {}, func(pgx.BatchResults) error { return nil })
}

// SayNothing is a read without a reach.
func SayNothing(ctx context.Context, db *DB, a Access) error {
	_, err := One[struct{ N int64 }](ctx, ReaderOf(db.Scope(a), identity.View), `select count(*) as n from locations where account_id = $1`, a.AccountID)
	return err
}
