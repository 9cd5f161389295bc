package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"vitrine/internal/mail"
)

const (
	jobConnections = 4
	jobWorkers     = 4
	jobTimeout     = 30 * time.Second
	jobRescue      = time.Minute // after which a job of a process that died is taken up again
	jobKept        = time.Minute // a mail may hold a link that works, so that nothing of it should stay
)

// Jobs is the queue of what is done after a request: mails. It is kept in the
// database, so that a job is there if and only if its change is, and outlives
// the process.
type Jobs struct {
	client *river.Client[pgx.Tx]
	pool   *pgxpool.Pool

	done, failed atomic.Int64
}

// Forgotten is somebody who has forgotten their password, or says so. Whether
// there is such a user is found out later, so that nobody can tell by the time.
type Forgotten struct {
	Email string `json:"email"`
	Link  string `json:"link"` // what the token of the reset is appended to
}

func (Forgotten) Kind() string { return "password_forgotten" }

// OpenJobs opens the queue. With a send it also works on it, once started; a
// job that fails is tried again, ever more seldom, for days.
func OpenJobs(ctx context.Context, db *DB, url string, send func(context.Context, mail.Message) error, log *slog.Logger) (*Jobs, error) {
	config, err := parsed(url)
	if err != nil {
		return nil, fmt.Errorf("DATABASE_URL: %w", err)
	}
	serving(config, db.role)
	config.MaxConns, config.MinIdleConns = jobConnections, 0
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	jobs := &Jobs{pool: pool}
	settings := &river.Config{Logger: slog.New(quiet{log.Handler()}), JobTimeout: jobTimeout, RescueStuckJobsAfter: jobRescue,
		PollOnly:                    pooled(config.ConnConfig), // a pooler passes no notifications on
		CompletedJobRetentionPeriod: jobKept, CancelledJobRetentionPeriod: jobKept, DiscardedJobRetentionPeriod: jobKept}
	if send != nil {
		settings.Workers = river.NewWorkers()
		river.AddWorker(settings.Workers, river.WorkFunc(func(ctx context.Context, job *river.Job[mail.Message]) error {
			if job.Args.Data == nil {
				job.Args.Data = map[string]string{}
			}
			job.Args.Data["message_id"] = fmt.Sprintf("job-%d", job.ID) // the same if it is sent again
			err := send(ctx, job.Args)
			jobs.count(err)
			if err != nil {
				log.Warn("a mail could not be sent", "mail", job.Args.What, "attempt", job.Attempt, "error", err)
			}
			if errors.Is(err, mail.ErrUnsendable) {
				return river.JobCancel(err) // trying again would not help
			}
			return err
		}))
		river.AddWorker(settings.Workers, river.WorkFunc(func(ctx context.Context, job *river.Job[Forgotten]) error {
			err := db.offerReset(ctx, job.Args)
			jobs.count(err)
			return err
		}))
		settings.Queues = map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: jobWorkers}}
	}
	if jobs.client, err = river.NewClient(riverpgxv5.New(pool), settings); err != nil {
		pool.Close()
		return nil, err
	}
	db.jobs = jobs
	return jobs, nil
}

func (j *Jobs) count(err error) {
	if err != nil {
		j.failed.Add(1)
		return
	}
	j.done.Add(1)
}

// Attempts is how many jobs this process has done, and how many it has tried in
// vain.
func (j *Jobs) Attempts() (done, failed int64) { return j.done.Load(), j.failed.Load() }

// Start begins to work on the queue.
func (j *Jobs) Start(ctx context.Context) error { return j.client.Start(ctx) }

// Close lets running jobs end and closes the queue.
func (j *Jobs) Close(ctx context.Context) error {
	defer j.pool.Close()
	return j.client.Stop(ctx)
}

// Forgot queues a request for a new password.
func (j *Jobs) Forgot(ctx context.Context, f Forgotten) error {
	_, err := j.client.Insert(ctx, f, nil)
	return translate(err)
}

// Mail queues a mail in the transaction of the change; without a change there
// is no mail.
func (c *change) Mail(m mail.Message) { c.mails = append(c.mails, river.InsertManyParams{Args: m}) }

// sent sends what is queued, with the mails in the same transaction.
func (c *change) sent(ctx context.Context, read func(pgx.BatchResults) error) error {
	queue := func(b *pgx.Batch) { b.QueuedQueries = append(b.QueuedQueries, c.batch.QueuedQueries...) }
	if len(c.mails) == 0 {
		return c.send(ctx, queue, read)
	}
	return c.via.together(c.access.seated(ctx), func(t *transaction) error {
		if err := c.sendBy(ctx, t, queue, read); err != nil {
			return err
		}
		_, err := t.jobs.client.InsertManyTx(t.ctx, t.tx, c.mails)
		return translate(err)
	})
}

// newestJobs is the version of the queue's tables that this program wants.
const newestJobs = 0

// migrateJobs brings the tables of the queue to a version, one instance at a
// time.
func migrateJobs(ctx context.Context, url string, version int) error {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return err
	}
	config.MaxConns = 4
	waitingBriefly(config.ConnConfig)
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return err
	}
	defer pool.Close()
	migrator, err := rivermigrate.New(riverpgxv5.New(pool), &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	if existing, err := migrator.ExistingVersions(ctx); err != nil || len(existing) == len(migrator.AllVersions()) {
		return err
	}
	lock, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer lock.Release()
	if _, err := lock.Exec(ctx, `select pg_advisory_lock(hashtext('vitrine jobs'))`); err != nil {
		return err
	}
	defer func() {
		_, _ = lock.Exec(context.WithoutCancel(ctx), `select pg_advisory_unlock(hashtext('vitrine jobs'))`) // it ends with the connection too
	}()
	_, err = migrator.Migrate(ctx, rivermigrate.DirectionUp, &rivermigrate.MigrateOpts{TargetVersion: version})
	return err
}

// quiet passes on what matters to an operator: warnings and errors.
type quiet struct{ slog.Handler }

func (q quiet) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && q.Handler.Enabled(ctx, level)
}
