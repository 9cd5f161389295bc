package admin

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/postgres/schema"
)

// backfill computes from rows that are there what triggers and programs keep of those that come.
type backfill struct {
	name  string
	since int64 // the schema version whose backups have it
	page  func(ctx context.Context, tx pgx.Tx, account int64, after place) (place, error)
}

var backfills = []backfill{{"keys of items", 148, fillKeys}, {"codes of values", 153, fillCodes}}

// place is how far a backfill of an account has come.
type place struct {
	item, field int64
	end         bool
}

// backfilled runs each backfill once, after the triggers are there, so that nothing is missed that is
// written meanwhile. It goes from account to account and from page to page, so that nobody waits for
// it, and begins again if it was stopped. Rows of a backup have what its schema had.
func backfilled(ctx context.Context, conn *pgx.Conn, ofBackup int64, log *slog.Logger) error {
	if err := patiently(ctx, log, func() error { _, err := conn.Exec(ctx, `select pg_advisory_lock(7317)`); return err }); err != nil {
		return err
	}
	defer conn.Exec(context.WithoutCancel(ctx), `select pg_advisory_unlock(7317)`)
	for _, b := range backfills {
		var done bool
		if err := conn.QueryRow(ctx, `select exists (select from applied_functions where file = $1)`, b.file()).Scan(&done); err != nil {
			return err
		}
		if done {
			continue
		}
		if b.since > ofBackup {
			if err := eachAccount(ctx, conn, func(account int64) error { return b.run(ctx, conn, account, log) }); err != nil {
				return fmt.Errorf("fill the %s: %w", b.name, err)
			}
		}
		if _, err := conn.Exec(ctx, `insert into applied_functions (file, hash, version) values ($1, '', $2)`, b.file(), schema.FunctionsVersion()); err != nil {
			return err
		}
	}
	return nil
}

// file is the name under which the database remembers it, beside the functions that it counts on.
func (b backfill) file() string { return "filled: " + b.name }

func (b backfill) run(ctx context.Context, conn *pgx.Conn, account int64, log *slog.Logger) error {
	for at := (place{}); !at.end; {
		err := patiently(ctx, log, func() error {
			return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
				if err := openAccount(ctx, tx, account); err != nil {
					return err
				}
				next, err := b.page(ctx, tx, account, at)
				if err == nil {
					at = next
				}
				return err
			})
		})
		if err != nil {
			return err
		}
	}
	return nil
}
