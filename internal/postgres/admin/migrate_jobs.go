package admin

import (
	"context"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

// newestJobs is the version of the queue's tables that the program wants.
const newestJobs = 0

// migrateJobs brings the queue's tables to a version, one instance at a time.
func migrateJobs(ctx context.Context, url string, version int) error {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return err
	}
	config.MaxConns = 4
	waitingBriefly(config.ConnConfig)
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return err
	}
	defer pool.Close()
	migrator, err := rivermigrate.New(riverpgxv5.New(pool), &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	if existing, err := migrator.ExistingVersions(ctx); err != nil || len(existing) == len(migrator.AllVersions()) {
		return err
	}
	lock, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer lock.Release()
	if _, err := lock.Exec(ctx, `select pg_advisory_lock(hashtext('vitrine jobs'))`); err != nil {
		return err
	}
	defer func() {
		_, _ = lock.Exec(context.WithoutCancel(ctx), `select pg_advisory_unlock(hashtext('vitrine jobs'))`) // it also ends with the connection
	}()
	_, err = migrator.Migrate(ctx, rivermigrate.DirectionUp, &rivermigrate.MigrateOpts{TargetVersion: version})
	return err
}
