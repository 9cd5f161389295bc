package jobs

import (
	"context"
	"time"
	"vitrine/internal/postgres/ledger"

	"github.com/riverqueue/river"
)

const accountsAtOnce = 200 // per job

// purge ends entries of the trash whose days are over.
type purge struct{}

func (purge) Kind() string { return "purge_trash" }

func (purge) InsertOpts() river.InsertOpts { return oneAtATime }

func hourly() *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(time.Hour), func() (river.JobArgs, *river.InsertOpts) { return purge{}, nil }, &river.PeriodicJobOpts{RunOnStart: true})
}

// purgeTrash looks at one account after the other. One that is interrupted goes on where
// it was: each account is a transaction.
func (w *Workers) purgeTrash(ctx context.Context, _ *river.Job[purge]) error {
	for range accountsAtOnce {
		found, err := ledger.PurgeTrash(ctx, w.db)
		if err != nil || !found {
			return err
		}
	}
	return river.JobSnooze(time.Second)
}
