package admin

import (
	"context"
	"database/sql"
	_ "embed" // grants.sql
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/schema"
)

//go:embed grants.sql
var grants string

// Migrate brings the schema up to date, sets the server's range of ids and grants
// access to the serving role. Any number of instances may call it at once: one
// works, the others wait.
func Migrate(ctx context.Context, url string, server int, log *slog.Logger) error {
	config, err := engine.ConnConfig(url)
	if err != nil {
		return err
	}
	if engine.Pooled(config) {
		return errMigratePooled
	}
	waitingBriefly(config)
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if err := refuseOther(ctx, conn, server); err != nil {
		return err
	}
	db := stdlib.OpenDB(*config)
	defer db.Close()
	if err := toBaseline(ctx, conn, db, log); err != nil {
		return err
	}
	provider, err := migrator(db, schema.Migrations)
	if err != nil {
		return err
	}
	pending, err := provider.HasPending(ctx)
	if err != nil {
		return fmt.Errorf("read the schema version: %w", err)
	}
	if pending {
		if err := upGranted(ctx, db, provider, log); err != nil {
			return err
		}
	}
	if err := applyFunctions(ctx, conn, log); err != nil {
		return err
	}
	if err := backfilled(ctx, conn, 0, log); err != nil {
		return err
	}
	if err := patiently(ctx, log, func() error { return migrateJobs(ctx, url, newestJobs) }); err != nil {
		return fmt.Errorf("the tables of the job queue: %w", err)
	}
	give := func() error { return unclashed(func() error { return giveRange(ctx, conn, server) }) }
	if err := patiently(ctx, log, give); err != nil {
		return err
	}
	return grant(ctx, db, log)
}

// toBaseline migrates a database from before the baseline.
func toBaseline(ctx context.Context, conn *pgx.Conn, db *sql.DB, log *slog.Logger) error {
	version, err := versionOf(ctx, conn)
	if err != nil || version == 0 || version >= schema.Baseline {
		return err
	}
	if version < schema.Oldest {
		return fmt.Errorf("the schema has version %d, and this program migrates from version %d on: migrate with a program of that version first", version, schema.Oldest)
	}
	provider, err := migrator(db, schema.Before())
	if err != nil {
		return err
	}
	return upGranted(ctx, db, provider, log)
}

// upGranted runs pending migrations; the serving role gets access to new tables at once.
func upGranted(ctx context.Context, db *sql.DB, provider *goose.Provider, log *slog.Logger) error {
	if err := unclashed(func() error { _, err := db.ExecContext(ctx, grantsToCome); return err }); err != nil {
		return err
	}
	return up(ctx, provider, log)
}

// up runs pending migrations, retrying until it gets the locks.
func up(ctx context.Context, provider *goose.Provider, log *slog.Logger) error {
	return patiently(ctx, log, func() error {
		done, err := provider.Up(ctx)
		var partial *goose.PartialError
		if errors.As(err, &partial) {
			done = partial.Applied
		}
		for _, m := range done {
			log.Info("migrated", "migration", m.Source.Path, "ms", m.Duration.Milliseconds())
		}
		return err
	})
}

// grant creates the serving role and grants it access if it lacks any. Where
// roles cannot be created, the connecting role serves, subject to the forced
// policies. Instances that start at once may clash.
func grant(ctx context.Context, db *sql.DB, log *slog.Logger) error {
	var granted bool
	if err := db.QueryRowContext(ctx, isGranted).Scan(&granted); err != nil || granted {
		return err
	}
	err := unclashed(func() error { _, err := db.ExecContext(ctx, grants); return err })
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "42501" {
		log.Warn("the role vitrine_app could not be made; serving with the connecting role, which must not bypass row security", "reason", pg.Message)
		return nil
	}
	return err
}

// grantsToCome gives the serving role access to new tables as soon as they exist: serving instances
// meet them in triggers.
const grantsToCome = `
	do $$ begin
		if exists (select from pg_roles where rolname = 'vitrine_app') then
			execute format('alter default privileges in schema %I grant select, insert, update, delete on tables to vitrine_app', current_schema());
			execute format('alter default privileges in schema %I grant usage on sequences to vitrine_app', current_schema());
		end if;
	end $$`

// isGranted reports whether the serving role exists, can be assumed, and has
// access to every table and sequence but no more than it should; a restored
// database may lack any of it.
const isGranted = `
	select exists (select from pg_roles where rolname = 'vitrine_app' and ` + engine.Assumable + ` and has_schema_privilege(oid, current_schema(), 'usage')) and not exists (
		select from pg_class c join pg_roles r on r.rolname = 'vitrine_app'
		where c.relnamespace = current_schema()::regnamespace
		  and (c.relkind in ('r', 'p') and not has_table_privilege(r.oid, c.oid, 'select')
		    or c.relname in ('goose_db_version', 'river_migration', 'applied_functions', 'logs') and has_table_privilege(r.oid, c.oid, 'update, delete')
		    or c.relname = 'accounts' and has_table_privilege(r.oid, c.oid, 'delete')
		    or c.relkind = 'S' and not has_sequence_privilege(r.oid, c.oid, 'usage')))`

// openSQL opens a database for goose, which needs database/sql. The URL may
// contain pool settings.
func openSQL(url string) (*sql.DB, error) {
	config, err := engine.ConnConfig(url)
	if err != nil {
		return nil, err
	}
	waitingBriefly(config)
	return stdlib.OpenDB(*config), nil
}

// SchemaVersion returns the migration that a database has and the one that the
// binary wants.
func SchemaVersion(ctx context.Context, url string) (has, wants int64, err error) {
	db, err := openSQL(url)
	if err != nil {
		return 0, 0, err
	}
	defer db.Close()
	provider, err := migrator(db, schema.Migrations)
	if err != nil {
		return 0, 0, err
	}
	return provider.GetVersions(ctx)
}

// migrator reads migrations. The lock is polled so that it works
// behind a pooler; a second is short enough for ten instances in a row.
func migrator(db *sql.DB, files fs.FS) (*goose.Provider, error) {
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 600), lock.WithUnlockTimeout(1, 10))
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectPostgres, db, files, goose.WithSessionLocker(locker), goose.WithDisableGlobalRegistry(true))
}

// migrateTo creates the tables of a version, for a backup made with it. They have no
// triggers until the functions are applied.
func migrateTo(ctx context.Context, url string, version int64, jobs int) error {
	db, err := openSQL(url)
	if err != nil {
		return err
	}
	defer db.Close()
	provider, err := migrator(db, schema.Migrations)
	if err != nil {
		return err
	}
	if _, err := provider.UpTo(ctx, version); err != nil {
		return err
	}
	return migrateJobs(ctx, url, jobs)
}

// newestMigration is the version that the program wants; files are sorted.
var newestMigration = func() int64 {
	files, _ := fs.Glob(schema.Migrations, "*.sql")
	version, _ := goose.NumericComponent(files[len(files)-1])
	return version
}()

// versionOf returns the schema version without changing anything; 0 is none.
func versionOf(ctx context.Context, conn *pgx.Conn) (version int64, err error) {
	var there bool
	if err := conn.QueryRow(ctx, `select to_regclass('goose_db_version') is not null`).Scan(&there); err != nil || !there {
		return 0, err
	}
	err = conn.QueryRow(ctx, `select coalesce(max(version_id), 0) from goose_db_version`).Scan(&version)
	return version, err
}

// MigrationTimeout bounds how long an instance waits for its schema.
const MigrationTimeout = 10 * time.Minute

var errMigratePooled = errors.New("migrations hold a lock between transactions, which a pooler does not keep: run vitrine migrate with a DATABASE_URL that leads to PostgreSQL itself, without default_query_exec_mode, and vitrine serve --no-migrate with this one")
