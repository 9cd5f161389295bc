package engine

import (
	"context"
	"log/slog"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
)

// jobConnections is the size of the pool that workers share.
const jobConnections = 4

// Job is work to do after a request. Kind names it in the queue; its fields are
// stored as JSON. The workers are in package jobs.
type Job interface{ Kind() string }

// Jobs inserts into the queue. The queue is in the database, so a job exists if
// and only if its change does, and outlives the process.
type Jobs struct {
	db     *DB
	client *river.Client[pgx.Tx]
}

// openJobs lets changes queue jobs.
func (db *DB) openJobs() error {
	client, err := river.NewClient(riverpgxv5.New(nil), &river.Config{Logger: slog.New(slog.DiscardHandler)}) // it reports errors by returning them
	db.jobs = &Jobs{db, client}
	return err
}

// Jobs is the queue, for jobs without a change.
func (db *DB) Jobs() *Jobs { return db.jobs }

// Work runs queued jobs on connections of their own until stop is called. Stop
// waits for running jobs.
func (db *DB) Work(ctx context.Context, workers *river.Config) (stop func(context.Context) error, err error) {
	config := db.pool.Config()
	config.MaxConns, config.MinIdleConns, config.ConnConfig.Tracer = jobConnections, 0, nil
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	workers.PollOnly = Pooled(config.ConnConfig) // a pooler does not pass on notifications
	client, err := river.NewClient(riverpgxv5.New(pool), workers)
	if err == nil {
		err = client.Start(ctx)
	}
	if err != nil {
		pool.Close()
		return nil, err
	}
	return func(ctx context.Context) error {
		defer pool.Close()
		return client.Stop(ctx)
	}, nil
}

// Queue queues jobs without a change. It is a function, so that handlers cannot call it.
func Queue(ctx context.Context, j *Jobs, jobs ...Job) error {
	return j.db.together(ctx, func(t *transaction) error { return t.enqueue(jobs) })
}

// Enqueue queues jobs in the transaction of the change.
func (c *Edit) Enqueue(jobs ...Job) { c.jobs = append(c.jobs, jobs...) }

// sent sends the queued statements and inserts the jobs in the same transaction.
func (c *Edit) sent(ctx context.Context, read func(pgx.BatchResults) error) error {
	queue := func(b *pgx.Batch) { b.QueuedQueries = append(b.QueuedQueries, c.batch.QueuedQueries...) }
	if len(c.jobs) == 0 {
		return Ask(ctx, c.Reader, queue, read)
	}
	return c.via.together(c.access.seated(ctx), func(t *transaction) error {
		if err := c.sendBy(ctx, t, queue, read); err != nil {
			return err
		}
		return t.enqueue(c.jobs)
	})
}

func (t *transaction) enqueue(jobs []Job) error {
	params := make([]river.InsertManyParams, len(jobs))
	for i, job := range jobs {
		params[i].Args = job
	}
	_, err := t.jobs.client.InsertManyTx(t.ctx, t.tx, params)
	return Translate(err)
}
