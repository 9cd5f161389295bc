package admin

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/postgres/internal/engine"
)

// lockPatience is how long a migration waits for a lock. Others queue behind it,
// so it gives up before requests do (lock_timeout in internal/postgres/internal/engine/db.go) and
// before PostgreSQL looks for deadlocks, lets them pass and retries.
const (
	lockPatience = 800 * time.Millisecond
	lockPause    = time.Second
)

// patiently retries a migration that timed out on a lock or deadlocked. A failed
// one was rolled back, or can be run twice.
func patiently(ctx context.Context, log *slog.Logger, migrate func() error) error {
	for {
		err := migrate()
		var pg *pgconn.PgError
		if !errors.As(err, &pg) || pg.Code != "55P03" && pg.Code != "40P01" {
			return err
		}
		log.Info("a migration waits for others to end; trying again", "reason", pg.Message)
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w: %w", ctx.Err(), err)
		case <-time.After(lockPause):
		}
	}
}

// waitingBriefly limits how long a connection waits for locks, unless the URL
// does, or leads through a pooler, which would refuse the setting and is not used
// to migrate.
func waitingBriefly(config *pgx.ConnConfig) {
	if _, given := config.RuntimeParams["lock_timeout"]; !given && !engine.Pooled(config) {
		config.RuntimeParams["lock_timeout"] = strconv.FormatInt(lockPatience.Milliseconds(), 10)
	}
}

// unclashed retries conflicts between instances that start at the same time.
func unclashed(change func() error) error {
	for {
		if err := change(); !clash(err) {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// clash reports whether a change lost against another instance: a deadlock, a row of
// PostgreSQL's own catalogue that is there already or, without a code of its own, one that
// was changed meanwhile.
func clash(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01" ||
		pg.Code == "23505" && strings.HasPrefix(pg.ConstraintName, "pg_") || strings.HasPrefix(pg.Message, "tuple concurrently "))
}
