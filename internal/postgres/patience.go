package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// lockPatience is how long a migration waits for a lock. Whoever wants the same
// table waits behind it, so it gives up before requests do (see session), lets
// them pass, and tries again.
const (
	lockPatience = 2 * time.Second
	lockPause    = time.Second
)

// patiently tries again what could not get a lock, or got in the way of those who
// hold others. A migration that failed was rolled back, or can be run twice.
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

// waitingBriefly bounds how long a connection waits for locks, unless the URL
// does, or leads through a pooler, which would refuse the setting and migrates
// nothing.
func waitingBriefly(config *pgx.ConnConfig) {
	if _, given := config.RuntimeParams["lock_timeout"]; !given && !pooled(config) {
		config.RuntimeParams["lock_timeout"] = strconv.FormatInt(lockPatience.Milliseconds(), 10)
	}
}

// unclashed tries again what instances that start at once got in each other's
// way with.
func unclashed(change func() error) error {
	for {
		if err := change(); !clash(err) {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
}
