package admin

import (
	"context"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/postgres/schema"
)

// MigrateTo creates an older schema, with the functions of today.
func MigrateTo(ctx context.Context, url string, version int64, jobs int) error {
	if err := migrateTo(ctx, url, version, jobs); err != nil {
		return err
	}
	return withConn(ctx, url, func(conn *pgx.Conn) error {
		all := `set check_function_bodies = off; set search_path = public, pg_temp;`
		for _, f := range schema.Functions() {
			all += f.SQL
		}
		_, err := conn.Exec(ctx, all)
		return err
	})
}

// Up and OpenSQL let a test run its own migration like ours.
var (
	Up      = up
	OpenSQL = openSQL
)
