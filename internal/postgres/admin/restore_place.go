package admin

import (
	"context"
	"fmt"
	neturl "net/url"
	"strings"

	"github.com/jackc/pgx/v5"
)

// moves lists the statements that move the contents of the staging schema over objects of the same
// name. Functions with a search_path of their own look where they move to. Foreign objects in the
// schema stay, and stop the restore if they depend on ours.
const moves = `
	with away as (select $1::regnamespace as id), home as (select current_schema()::regnamespace as id)
	select 1 as step, 'drop table ' || string_agg(format('%s.%I', home.id, h.relname), ', ') as statement
	from away, home, pg_class s, pg_class h
	where s.relnamespace = away.id and s.relkind in ('r', 'p') and h.relnamespace = home.id and h.relname = s.relname and h.relkind in ('r', 'p')
	union all
	select 2, 'drop function ' || string_agg(h.oid::regprocedure::text, ', ') from away, home, pg_proc h
	where h.pronamespace = home.id and h.proname in (select s.proname from pg_proc s where s.pronamespace = away.id)
	union all
	select 3, format('drop type %s', h.oid::regtype) from away, home, pg_type h
	where h.typnamespace = home.id and h.typtype in ('e', 'd') and h.typname in (select s.typname from pg_type s where s.typnamespace = away.id)
	union all
	select 4, format('alter function %s set search_path = %s, pg_temp', s.oid::regprocedure, home.id) from away, home, pg_proc s
	where s.pronamespace = away.id and exists (select from unnest(s.proconfig) c where starts_with(c, 'search_path='))
	union all
	select 5, format('alter function %s set schema %s', s.oid::regprocedure, home.id) from away, home, pg_proc s where s.pronamespace = away.id
	union all
	select 6, format('alter type %s set schema %s', s.oid::regtype, home.id) from away, home, pg_type s where s.typnamespace = away.id and s.typtype in ('e', 'd')
	union all
	select 7, format('alter table %s set schema %s', s.oid::regclass, home.id) from away, home, pg_class s where s.relnamespace = away.id and s.relkind in ('r', 'p')`

// takePlace replaces the contents of the database with the restored ones, all or
// nothing.
func takePlace(ctx context.Context, conn *pgx.Conn) error {
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `set local lock_timeout = '10s'`); err != nil {
			return err
		}
		found, _ := tx.Query(ctx, `select statement from (`+moves+`) m where statement is not null order by step`, staging)
		statements, err := pgx.CollectRows(found, pgx.RowTo[string])
		if err != nil {
			return err
		}
		for _, statement := range append(statements, `drop schema `+staging) { // fails if anything was left behind
			if _, err := tx.Exec(ctx, statement); err != nil {
				return fmt.Errorf("%s: %w", statement, err)
			}
		}
		return nil
	})
}

// withSearchPath sets the schema in which a connection finds and creates tables.
func withSearchPath(url, schema string) string {
	if !strings.Contains(url, "://") { // key=value pairs, of which the last one counts
		return url + " search_path=" + schema
	}
	u, err := neturl.Parse(url)
	if err != nil {
		return url // connecting will report it
	}
	query := u.Query()
	query.Set("search_path", schema)
	u.RawQuery = query.Encode()
	return u.String()
}
