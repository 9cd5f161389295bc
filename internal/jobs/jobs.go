// Package jobs does the work that follows a request: it has a worker for each
// kind of job. Package postgres keeps the queue, and inserts a job in the
// transaction of its change.
package jobs

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"vitrine/internal/aside"
	"vitrine/internal/attachment"
	"vitrine/internal/mail"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/typeset"
)

const (
	atOnce         = 4
	exchangeAtOnce = 2
	limit          = 30 * time.Second
	rescue         = time.Minute // until a job of a dead process is retried
	kept           = time.Minute // a mail may contain a valid link, so finished jobs are soon deleted
)

// errNoMail keeps mails that were queued while there was a mail server.
var errNoMail = errors.New("there is no mail server")

// Options are what workers need besides the database.
type Options struct {
	Send func(context.Context, mail.Message) error // delivers a mail; nil where there is no mail server
	Log  *slog.Logger
	Base string           // what links in reminders begin with
	Now  func() time.Time // nil is time.Now
	Look time.Duration    // how often to look who is to be reminded; 0 is every ten minutes

	Files    *attachment.Attachments // that imports are read from and exports put into; nil works on none
	Version  string                  // of the program; what an archive is made by
	Fonts    *typeset.Fonts          // of packs; nil has those in the binary
	Exchange int                     // imports and exports at the same time; 0 is 2
}

// Workers run queued jobs. A failed job is retried at growing intervals for days.
type Workers struct {
	Options
	db     *postgres.DB
	places places
	stop   func(context.Context) error

	closing      chan struct{} // closed when the process is to stop
	done, failed atomic.Int64
}

// Start begins to work on the queue, and to put the reminders of each week into it.
func Start(ctx context.Context, db *postgres.DB, options Options) (*Workers, error) {
	w := &Workers{Options: options, db: db, closing: make(chan struct{})}
	if w.Now == nil {
		w.Now = time.Now
	}
	if w.Fonts == nil {
		w.Fonts = typeset.Plain()
	}
	all := river.NewWorkers()
	if w.Send == nil {
		w.Send = func(context.Context, mail.Message) error { return errNoMail }
	}
	add(w, all, w.sendMail)
	add(w, all, w.offerReset)
	add(w, all, w.remind)
	river.AddWorker(all, river.WorkFunc(w.lookWhoToRemind)) // nobody queued it, so it does not count
	river.AddWorker(all, river.WorkFunc(w.purgeTrash))
	river.AddWorker(all, river.WorkFunc(w.endImport))
	queues := map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: atOnce}}
	if w.Files != nil {
		river.AddWorker(all, importer{Workers: w})
		river.AddWorker(all, exporter{Workers: w})
		atOnce := cmp.Or(w.Exchange, exchangeAtOnce)
		w.places = newPlaces(atOnce)
		queues[exchange.ExchangeQueue] = river.QueueConfig{MaxWorkers: atOnce + spare}
		w.rescueOnce()
		aside.Go(ctx, w.Log, "taking up jobs of dead processes", w.rescueImports)
	}
	stop, err := db.Work(ctx, &river.Config{Logger: slog.New(quiet{w.Log.Handler()}), Workers: all,
		PeriodicJobs: []*river.PeriodicJob{w.periodically(), hourly()},
		Queues:       queues,
		JobTimeout:   limit, RescueStuckJobsAfter: rescue,
		CompletedJobRetentionPeriod: kept, CancelledJobRetentionPeriod: kept, DiscardedJobRetentionPeriod: kept})
	w.stop = stop
	return w, err
}

// oneAtATime lets one job of a kind be enough, whoever queues it, until that is done.
var oneAtATime = river.InsertOpts{UniqueOpts: river.UniqueOpts{ByState: []rivertype.JobState{rivertype.JobStateAvailable, rivertype.JobStatePending,
	rivertype.JobStateRunning, rivertype.JobStateRetryable, rivertype.JobStateScheduled}}}

// add registers the worker of a kind of job and counts its attempts.
func add[T river.JobArgs](w *Workers, all *river.Workers, work func(context.Context, *river.Job[T]) error) {
	river.AddWorker(all, river.WorkFunc(func(ctx context.Context, job *river.Job[T]) error {
		err := work(ctx, job)
		if err != nil {
			w.failed.Add(1)
		} else {
			w.done.Add(1)
		}
		return err
	}))
}

// Attempts returns how many jobs this process has done, and how many attempts
// failed.
func (w *Workers) Attempts() (done, failed int64) { return w.done.Load(), w.failed.Load() }

// Close waits for running jobs. Imports are handed over after what they are writing.
func (w *Workers) Close(ctx context.Context) error {
	close(w.closing)
	return w.stop(ctx)
}

// quiet passes on only warnings and errors.
type quiet struct{ slog.Handler }

func (q quiet) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && q.Handler.Enabled(ctx, level)
}
