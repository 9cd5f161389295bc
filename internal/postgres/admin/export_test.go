package admin

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/postgres/schema"
)

// MigrateTo creates an older schema, with the functions of today, and their triggers on
// the tables and columns that are there.
func MigrateTo(ctx context.Context, url string, version int64, jobs int) error {
	if err := migrateTo(ctx, url, version, jobs); err != nil {
		return err
	}
	return withConn(ctx, url, func(conn *pgx.Conn) error {
		if _, err := conn.Exec(ctx, `set check_function_bodies = off; set search_path = public, pg_temp`); err != nil {
			return err
		}
		for _, f := range schema.Functions() {
			for i, sql := range strings.Split("\n"+f.SQL, "\n"+trigger) {
				if i > 0 {
					sql = trigger + sql
				}
				var pg *pgconn.PgError
				if _, err := conn.Exec(ctx, sql); err != nil && !(i > 0 && errors.As(err, &pg) && (pg.Code == "42P01" || pg.Code == "42703")) {
					return fmt.Errorf("%s: %w", f.Name, err)
				}
			}
		}
		_, err := conn.Exec(ctx, withoutSuspension)
		return err
	})
}

// withoutSuspension drops the triggers that set what a migration after the given version makes.
const withoutSuspension = `do $$ begin
	if not exists (select from pg_attribute where attrelid = 'users'::regclass and attname = 'account_suspended') then
		drop trigger of_account on users;
		drop trigger of_user on api_keys;
	end if;
end $$`

const trigger = `create or replace trigger `

// Up and OpenSQL let a test run its own migration like ours.
var (
	Up      = up
	OpenSQL = openSQL
)
