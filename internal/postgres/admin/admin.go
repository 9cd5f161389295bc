// Package admin holds the operators' commands for a whole database: migrate, back up, restore,
// examine, repair, export or erase an account. Requests never use it.
//
// It connects as the role in DATABASE_URL, which may own the tables, and not as the serving role.
package admin

import (
	"context"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/postgres/internal/engine"
)

// withConn lends a connection of the connecting role.
func withConn(ctx context.Context, url string, fn func(*pgx.Conn) error) error {
	config, err := engine.ConnConfig(url)
	if err != nil {
		return err
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	return fn(conn)
}

// openAccount lets the rest of a transaction see the rows of one account if the
// role is subject to row security.
func openAccount(ctx context.Context, tx pgx.Tx, id int64) error {
	_, err := tx.Exec(ctx, `select set_config('app.account_id', $1::bigint::text, true)`, id)
	return err
}
