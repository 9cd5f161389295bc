package admin

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/postgres/internal/engine"
)

// Finding is the result of one check; advice means that something is wrong.
type Finding struct{ What, Advice string }

// Examine checks the database of a service: is it reachable and migrated, does it
// give ids of this server, is the serving role subject to row security, is the
// clock right.
func Examine(ctx context.Context, url string, server int) []Finding {
	config, err := engine.ConnConfig(url)
	if err != nil {
		return []Finding{{err.Error(), "mend DATABASE_URL"}}
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return []Finding{{"the database cannot be reached: " + strings.TrimSpace(err.Error()), "check DATABASE_URL, that PostgreSQL runs, and that it lets this machine in"}}
	}
	defer conn.Close(ctx)
	var found []Finding
	for _, look := range []func(context.Context, *pgx.Conn) Finding{examineServer, examineClock} {
		found = append(found, look(ctx, conn))
	}
	schema := examineSchema(ctx, url)
	found = append(found, schema)
	if schema.Advice == "" {
		found = append(found, examineNumber(ctx, url, server), examineRole(ctx, url, conn), examineTables(ctx, conn), examineMissing(ctx, conn))
	}
	return found
}

func examineServer(ctx context.Context, conn *pgx.Conn) Finding {
	var version string
	var number int
	err := conn.QueryRow(ctx, `select current_setting('server_version'), current_setting('server_version_num')::int`).Scan(&version, &number)
	switch {
	case err != nil:
		return Finding{"the database does not answer: " + err.Error(), "look at the log of PostgreSQL"}
	case number < 150000:
		return Finding{"PostgreSQL " + version + " is too old", "use PostgreSQL 15 or newer"}
	}
	return Finding{What: "the database answers: PostgreSQL " + version}
}

func examineClock(ctx context.Context, conn *pgx.Conn) Finding {
	var theirs time.Time
	if err := conn.QueryRow(ctx, `select clock_timestamp()`).Scan(&theirs); err != nil {
		return Finding{"the clock of the database cannot be read: " + err.Error(), "look at the log of PostgreSQL"}
	}
	if off := time.Since(theirs).Abs(); off > 5*time.Second {
		return Finding{fmt.Sprintf("the clocks of this machine and the database differ by %s", off.Round(time.Second)), "synchronise both by NTP: second factors and rate limits go by the clock"}
	}
	return Finding{What: "the clocks of this machine and the database agree"}
}

func examineSchema(ctx context.Context, url string) Finding {
	has, wants, err := SchemaVersion(ctx, url)
	switch {
	case err != nil:
		return Finding{"the schema version cannot be read: " + err.Error(), "run vitrine migrate"}
	case has < wants:
		return Finding{fmt.Sprintf("the schema has version %d of %d", has, wants), "run vitrine migrate"}
	case has > wants:
		return Finding{What: fmt.Sprintf("the schema has version %d, newer than this binary's %d, which it works with", has, wants)}
	}
	switch n, err := FunctionsToApply(ctx, url); {
	case err != nil:
		return Finding{"the functions of the database cannot be compared: " + err.Error(), "run vitrine migrate"}
	case n > 0:
		return Finding{fmt.Sprintf("%d functions of the database are older than this binary", n), "run vitrine migrate"}
	}
	return Finding{What: fmt.Sprintf("the schema is up to date (version %d)", has)}
}

func examineNumber(ctx context.Context, url string, server int) Finding {
	if err := CheckServer(ctx, url, server); err != nil {
		return Finding{err.Error(), "set VITRINE_SERVER_NUMBER as it was when the database was new"}
	}
	return Finding{What: fmt.Sprintf("ids come from the range of server %d", server)}
}

func examineRole(ctx context.Context, url string, conn *pgx.Conn) Finding {
	db, err := engine.Open(ctx, url)
	if err != nil {
		return Finding{"no role can serve: " + err.Error(), "run vitrine migrate as a role that may create roles, or connect as one that is neither superuser nor bypassrls"}
	}
	defer db.Close()
	role, bypasses, err := db.ServesAs(ctx)
	if err != nil || bypasses {
		return Finding{fmt.Sprintf("the role %q is not safe to serve with (%v)", role, err), "run vitrine migrate"}
	}
	var granted bool
	if err := conn.QueryRow(ctx, isGranted).Scan(&granted); err != nil {
		return Finding{"the grants of the role " + role + " cannot be examined: " + err.Error(), "look at the log of PostgreSQL"}
	}
	if role == engine.ServingRole && !granted {
		return Finding{"the role " + role + " may do less than it must, or more than it should", "run vitrine migrate"}
	}
	return Finding{What: "requests are served as " + role + ", which row security holds for"}
}

// unprotected lists account tables without forced row security or a policy.
const unprotected = `
	select coalesce(string_agg(c.relname, ', ' order by c.relname), '')
	from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
	where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
	  and not (c.relrowsecurity and c.relforcerowsecurity and exists (select from pg_policy p where p.polrelid = c.oid))`

func examineTables(ctx context.Context, conn *pgx.Conn) Finding {
	var names string
	if err := conn.QueryRow(ctx, unprotected).Scan(&names); err != nil {
		return Finding{"row security cannot be examined: " + err.Error(), "look at the log of PostgreSQL"}
	}
	if names != "" {
		return Finding{"row security is not in force on: " + names, "somebody has altered the schema; restore it before serving"}
	}
	return Finding{What: "row security is in force on every account table"}
}

// missingTables are the tables of the migrations that the schema lacks.
const missingTables = `select array(select t from unnest($1::text[]) t where to_regclass(format('%I.%I', current_schema(), t)) is null order by t)`

func examineMissing(ctx context.Context, conn *pgx.Conn) Finding {
	var names []string
	if err := conn.QueryRow(ctx, missingTables, ourTables).Scan(&names); err != nil {
		return Finding{"the tables cannot be examined: " + err.Error(), "look at the log of PostgreSQL"}
	}
	if len(names) > 0 {
		return Finding{"tables are missing: " + strings.Join(names, ", "), "restore a backup, for what was in them is not in this database; after a pg_restore read its errors, and see docs/backup.md"}
	}
	return Finding{What: fmt.Sprintf("all %d tables of the migrations are there", len(ourTables))}
}
