package postgres

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	_ "github.com/jackc/pgx/v5/stdlib" // the database/sql driver that goose needs
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

//go:embed grants.sql
var grants string

// Migrate brings the schema up to date and lets the serving role use it. Any
// number of instances may call it at once: one works, the others wait.
func Migrate(ctx context.Context, url string, log *slog.Logger) error {
	db, err := sql.Open("pgx", url)
	if err != nil {
		return err
	}
	defer db.Close()
	migrations, err := migrator(db)
	if err != nil {
		return err
	}
	pending, err := migrations.HasPending(ctx)
	if err != nil {
		return fmt.Errorf("read the schema version: %w", err)
	}
	if !pending {
		return nil
	}
	done, err := migrations.Up(ctx)
	for _, m := range done {
		log.Info("migrated", "migration", m.Source.Path, "ms", m.Duration.Milliseconds())
	}
	if err != nil {
		return err
	}
	return grant(ctx, db, log)
}

// grant makes the serving role. Where roles cannot be made, the connecting role
// serves, and forced policies hold for it too.
func grant(ctx context.Context, db *sql.DB, log *slog.Logger) error {
	_, err := db.ExecContext(ctx, grants)
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "42501" {
		log.Warn("the role vitrine_app could not be made; serving with the connecting role, which must not bypass row security", "reason", pg.Message)
		return nil
	}
	return err
}

// SchemaVersion tells which migration a database has and which the binary wants.
func SchemaVersion(ctx context.Context, url string) (has, wants int64, err error) {
	db, err := sql.Open("pgx", url)
	if err != nil {
		return 0, 0, err
	}
	defer db.Close()
	migrations, err := migrator(db)
	if err != nil {
		return 0, 0, err
	}
	return migrations.GetVersions(ctx)
}

// migrator reads the embedded migrations. The lock is polled, as it must be to
// work behind a pooler; a second is short enough for ten instances in a row.
func migrator(db *sql.DB) (*goose.Provider, error) {
	files, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		return nil, err
	}
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 600), lock.WithUnlockTimeout(1, 10))
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectPostgres, db, files, goose.WithSessionLocker(locker), goose.WithDisableGlobalRegistry(true))
}

// MigrationTimeout bounds how long an instance waits for its schema.
const MigrationTimeout = 10 * time.Minute
