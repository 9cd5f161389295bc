package exchange

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"vitrine/internal/importing"
	"vitrine/internal/postgres/internal/engine"
)

// ImportEnd checks an import that may have expired.
type ImportEnd struct {
	AccountID int64 `json:"account_id"`
	ImportID  int64 `json:"import_id"`
}

func (ImportEnd) Kind() string { return "import_end" }

// InsertOpts schedules the job for when the import may expire.
func (ImportEnd) InsertOpts() river.InsertOpts {
	return river.InsertOpts{ScheduledAt: time.Now().AddDate(0, 0, importing.KeptDays)}
}

// ForgetImport deletes data that an import no longer needs: everything of an abandoned one; cells and
// former values of one that can no longer be reverted. It returns when to check again, nil for never.
func ForgetImport(ctx context.Context, db *engine.DB, account, id int64) (next *time.Time, err error) {
	b := &pgx.Batch{}
	b.Queue(engine.ToScope, engine.FormatID(account))
	b.Queue(`update imports set state = 'expired', file_id = null, progress = null, updated_at = now()
		where account_id = $1 and id = $2 and state in ('uploading', 'ready', 'planned') and expires_at <= now()`, account, id)
	b.Queue(`update imports set file_id = null where account_id = $1 and id = $2 and file_id is not null and (state = 'cancelled' or state = 'stopped' and revertible_until <= now())`, account, id)
	const over = `exists (select from imports where account_id = $1 and id = $2 and state in ('failed', 'cancelled', 'expired'))`
	b.Queue(`delete from import_parts where account_id = $1 and import_id = $2 and `+over, account, id)
	b.Queue(`delete from import_rows where account_id = $1 and import_id = $2 and `+over, account, id)
	b.Queue(`update import_rows set cells = '{}', kinds = null, undo = null where account_id = $1 and import_id = $2 and (cells <> '{}' or undo is not null)
		and exists (select from imports where account_id = $1 and id = $2 and state in ('applied', 'stopped', 'reverted') and revertible_until <= now())`, account, id)
	b.Queue(`select case when state in ('failed', 'cancelled', 'expired') or revertible_until <= now() then null else coalesce(revertible_until, greatest(expires_at, now() + interval '1 hour')) end
		from imports where account_id = $1 and id = $2 union all select null limit 1`, account, id)
	err = engine.Unscoped(ctx, db, b, func(answers pgx.BatchResults) error {
		for range b.Len() - 1 {
			if _, err := answers.Exec(); err != nil {
				return err
			}
		}
		return answers.QueryRow().Scan(&next)
	})
	return next, err
}
