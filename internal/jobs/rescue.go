package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"

	"vitrine/internal/fault"
	"vitrine/internal/importing"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/share"
)

const (
	beat        = 10 * time.Second // a working job shows that it lives
	dead        = 30 * time.Second // after which one that does not is taken up by another
	maxAttempts = 5                // each of which may have ended its process
	busyAgain   = time.Second      // until a job that found no place looks again
	spare       = 2                // workers that find out whether there is one
)

// interrupted is why a job is given up that may be what ends its processes.
var interrupted = importing.Failure{Code: "interrupted", Message: "The work was interrupted again and again. It may need more memory than there is; the log of the service says more."}

// places are imports and exports that a process works on at the same time. An account has
// all but one of them, and one if there are no more. Of those that were begun before, one
// at a time: if it ends the process, it takes no other such job with it, which would be
// given up for it.
type places struct{ all, again *share.Places }

func newPlaces(atOnce int) places {
	return places{
		all:   share.New(share.Limits{Name: "imports and exports", Total: int64(atOnce), Each: int64(max(1, atOnce-1))}),
		again: share.New(share.Limits{Name: "imports and exports that were interrupted", Total: 1}),
	}
}

// enter takes a place for a job. Without one, the job makes way for those of others.
func (w *Workers) enter(ctx context.Context, account int64, attempt int) (leave func(), snooze error) {
	place, err := w.places.all.TakeFor(ctx, account, 1)
	if err != nil {
		return nil, river.JobSnooze(busyAgain)
	}
	if attempt < 2 {
		return place.Give, nil
	}
	alone, err := w.places.again.TakeFor(ctx, account, 1)
	if err != nil {
		place.Give()
		return nil, river.JobSnooze(busyAgain)
	}
	return func() { alone.Give(); place.Give() }, nil
}

// rescueImports takes up the jobs of dead processes until the workers are closed.
func (w *Workers) rescueImports(context.Context) {
	tick := time.NewTicker(beat)
	defer tick.Stop()
	for {
		select {
		case <-w.closing:
			return
		case <-tick.C:
			w.rescueOnce()
		}
	}
}

func (w *Workers) rescueOnce() {
	ctx := context.Background()
	lost, err := exchange.RescueImports(ctx, w.db, dead, maxAttempts)
	for _, job := range lost {
		w.Log.Error("a job is given up: its process ended each time", "kind", job.Kind, "account", job.AccountID, "import", job.ImportID, "export", job.ExportID, "attempts", maxAttempts)
		err = errors.Join(err, w.giveUp(ctx, job))
	}
	if err != nil {
		w.Log.Warn("jobs of dead processes were not taken up", "error", err)
	}
}

// giveUp says why to whoever waits, and only then ends the job: whatever ends this process
// between the two, another does both.
func (w *Workers) giveUp(ctx context.Context, job exchange.DeadJob) (err error) {
	if job.ImportID != 0 {
		err = exchange.EndImport(ctx, w.db, job.AccountID, job.ImportID, interrupted)
	} else {
		err = exchange.EndExport(ctx, w.db, job.AccountID, job.ExportID, encoded(interrupted))
	}
	if err != nil && !errors.Is(err, fault.ErrNotFound) {
		return err
	}
	return exchange.BuryJob(ctx, w.db, job.ID)
}
