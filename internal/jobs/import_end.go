package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"vitrine/internal/postgres/exchange"
)

// endImport forgets what an import does not need any more, and looks again when its next days
// are over.
func (w *Workers) endImport(ctx context.Context, job *river.Job[exchange.ImportEnd]) error {
	next, err := exchange.ForgetImport(ctx, w.db, job.Args.AccountID, job.Args.ImportID)
	if err != nil || next == nil {
		return err
	}
	return river.JobSnooze(time.Until(*next) + time.Minute)
}
