package admin

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/archive"
)

// Compare reads every table and every sequence, and fails if they are not those of a
// backup of the same schema.
func Compare(ctx context.Context, url string, with archive.Manifest) error {
	return withConn(ctx, url, func(conn *pgx.Conn) error {
		return pgx.BeginTxFunc(ctx, conn, oneMoment, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, copySettings); err != nil {
				return err
			}
			tables, _, err := tablesToCopy(ctx, tx)
			if err != nil {
				return err
			}
			if len(tables) != len(with.Tables) {
				return fmt.Errorf("there are %d tables, and the backup has %d", len(tables), len(with.Tables))
			}
			for _, t := range with.Tables {
				if err := compare(ctx, tx, t); err != nil {
					return err
				}
			}
			given, err := sequences(ctx, tx, tables)
			if err == nil && !slices.Equal(given, with.Sequences) {
				err = errors.New("the next ids are not those of the backup")
			}
			return err
		})
	})
}

// foreign lists what a backup leaves out because it is not Vitrine's.
const foreign = `
	select 'table ' || c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace
	where c.relkind in ('r', 'p', 'f', 'm', 'v') and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', $1)
	  and not (n.oid = current_schema()::regnamespace and (c.relname = any ($2) or c.relname ~ '^river_' or c.relname in ('goose_db_version', 'applied_functions')))
	union all
	select 'role ' || quote_ident(rolname) from pg_roles where rolname !~ '^pg_' and rolname not in (current_user, 'vitrine_app')
	union all
	select 'database ' || quote_ident(datname) from pg_database where datname not in (current_database(), 'template0', 'template1')
	order by 1`

// OnlyOurs fails if a server holds anything besides one database of Vitrine.
func OnlyOurs(ctx context.Context, url string) error {
	return withConn(ctx, url, func(conn *pgx.Conn) error {
		rows, _ := conn.Query(ctx, foreign, staging, ourTables)
		found, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err == nil && len(found) > 0 {
			err = fmt.Errorf("the server also holds what is not Vitrine's: the %s", strings.Join(found, ", the "))
		}
		return err
	})
}
