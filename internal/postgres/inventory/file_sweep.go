package inventory

import (
	"context"

	"vitrine/internal/postgres/internal/engine"

	"github.com/jackc/pgx/v5"
)

// Sweep deletes expired uploads and exports of an account and files unused for a day. It returns the
// objects to delete: those of these files, and those of the given ones without a row. A change that
// uses a file meanwhile keeps it, because it writes the row, too.
func Sweep(ctx context.Context, db *engine.DB, account int64, stored []string) (gone []string, err error) {
	b := &pgx.Batch{}
	b.Queue(engine.ToScope, engine.FormatID(account))
	b.Queue(`delete from uploads where account_id = $1 and expires_at <= now()`, account)
	b.Queue(`delete from exports where account_id = $1 and kind <> 'insurance_pack' and state in ('failed', 'expired') and updated_at <= now() - interval '30 days'`, account) // a pack is verified for as long as it is not deleted
	b.Queue(`
		with over as (
			select id, object from exports where account_id = $1 and state = 'done' and expires_at <= now() for update
		), ended as (
			update exports e set state = 'expired', object = null, progress = null, updated_at = now() from over o where e.account_id = $1 and e.id = o.id
		)
		select object from over`, account)
	b.Queue(`delete from files where account_id = $1 and uses = 0 and named_at <= now() - interval '24 hours' returning object`, account)
	b.Queue(`select given.object from unnest($2::text[]) given (object) where not exists (select from files f where f.account_id = $1 and f.object = given.object offset 0)
			and not exists (select from exports e where e.account_id = $1 and e.object = given.object offset 0)`, account, stored)
	err = engine.Unscoped(ctx, db, b, func(answers pgx.BatchResults) error {
		for range 3 {
			if _, err := answers.Exec(); err != nil {
				return err
			}
		}
		for range 3 {
			found, err := engine.Rows[struct{ Object string }](answers)
			if err != nil {
				return err
			}
			for _, f := range found {
				gone = append(gone, f.Object)
			}
		}
		return nil
	})
	return gone, err
}

// Files tells package attachment which files the database names.
type Files struct{ DB *engine.DB }

func (f Files) Installation(ctx context.Context) (string, error) { return Installation(ctx, f.DB) }

func (f Files) Sweep(ctx context.Context, account int64, stored []string) (gone []string, err error) {
	return Sweep(ctx, f.DB, account, stored)
}
