package inventory

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/postgres/internal/engine"
)

// Installation is the id of this installation, by which it recognises its store.
func Installation(ctx context.Context, db *engine.DB) (string, error) {
	b := &pgx.Batch{}
	b.Queue(`insert into installation default values on conflict do nothing`)
	b.Queue(`select id::text from installation where singular`)
	found := ""
	err := engine.Unscoped(ctx, db, b, func(answers pgx.BatchResults) error {
		if _, err := answers.Exec(); err != nil {
			return err
		}
		return answers.QueryRow().Scan(&found)
	})
	return found, err
}

// BackedUp is when the last backup of everything was written, nil if none was.
func BackedUp(ctx context.Context, db *engine.DB) (at *time.Time, err error) {
	b := &pgx.Batch{}
	b.Queue(`select max(backed_up_at) from installation`)
	err = engine.Unscoped(ctx, db, b, func(answers pgx.BatchResults) error { return answers.QueryRow().Scan(&at) })
	return at, err
}
