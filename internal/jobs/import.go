package jobs

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"time"

	"github.com/riverqueue/river"

	"vitrine/internal/aside"
	"vitrine/internal/fault"
	"vitrine/internal/importing"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/share"
	"vitrine/internal/tabular"
)

// importer works on imports. A job lasts as long as its import works; whoever is told to stop
// hands it over after the chunk that is being written.
type importer struct {
	river.WorkerDefaults[exchange.ImportJob]
	*Workers
}

// Timeout is none: each transaction has its own.
func (importer) Timeout(*river.Job[exchange.ImportJob]) time.Duration { return -1 }

// errHandOver means that the process is told to stop.
var errHandOver = errors.New("another process goes on")

// Work does what the state of an import asks for, until it asks for nothing more.
func (i importer) Work(ctx context.Context, job *river.Job[exchange.ImportJob]) error {
	ctx, end := context.WithCancel(ctx)
	defer end()
	leave, snooze := i.enter(ctx, job.Args.AccountID, job.Attempt)
	if snooze != nil {
		return snooze
	}
	defer leave()
	i.showLife(ctx, job.ID)
	var err error
	if panicked := aside.Catch(func() { err = i.work(ctx, job) }); panicked != nil {
		i.Log.Error("panic", "in", "an import", "panic", panicked.Value, "stack", panicked.Stack)
		return i.fail(ctx, job, panicked)
	}
	return err
}

func (i importer) work(ctx context.Context, job *river.Job[exchange.ImportJob]) error {
	account, id := job.Args.AccountID, job.Args.ImportID
	for {
		state, archive, who, err := exchange.Starter(ctx, i.db, account, id)
		if errors.Is(err, fault.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		r := &run{importer: i, kind: table{}, who: who, id: id}
		if archive {
			r.kind = archived{}
		}
		step := map[string]func(context.Context) error{importing.Reading: r.read, importing.Planning: r.plan, importing.Applying: r.apply, importing.Reverting: r.revert}[state]
		if step == nil {
			return nil
		}
		switch err = step(share.As(ctx, who.UserID)); {
		case err == nil, errors.Is(err, exchange.ErrNoWork):
		case errors.Is(err, errHandOver):
			return river.JobSnooze(0)
		default:
			return i.fail(ctx, job, err)
		}
	}
}

// fail ends an import that cannot go on. What may pass is tried again first.
func (i importer) fail(ctx context.Context, job *river.Job[exchange.ImportJob], err error) error {
	var why importing.Failure
	var unreadable *tabular.Failed
	var invalid *fault.Invalid
	var down *fault.Unavailable
	var quota *quotaError
	switch {
	case errors.As(err, &quota):
		why = importing.Failure{Code: "quota", Message: quota.Error()}
	case errors.Is(err, postgres.ErrRefused):
		why = importing.Failure{Code: "rights_lost", Message: "Whoever started the import may not import any more."}
	case errors.As(err, &unreadable):
		why = importing.Failure{Code: unreadable.Code, Message: unreadable.Message, Row: int64(unreadable.Row)}
		if unreadable.Row > 0 {
			why.Message = fmt.Sprintf("Row %d: %s", unreadable.Row, unreadable.Message)
		}
	case errors.As(err, &invalid):
		why = importing.Failure{Code: "refused", Message: invalid.Error()}
	case (errors.As(err, &down) || errors.Is(err, syscall.ENOSPC)) && job.Attempt < maxAttempts:
		return err
	default:
		i.Log.Error("an import failed", "account", job.Args.AccountID, "import", job.Args.ImportID, "error", err)
		why = importing.Failure{Code: "failed", Message: "Something went wrong. The log of the service says more."}
	}
	return exchange.EndImport(ctx, i.db, job.Args.AccountID, job.Args.ImportID, why)
}

// showLife shows that a job is worked on until the context is over.
func (i importer) showLife(ctx context.Context, job int64) {
	aside.Go(ctx, i.Log, "the sign of life of a job", func(ctx context.Context) { i.live(ctx, job) })
}

func (i importer) live(ctx context.Context, job int64) {
	tick := time.NewTicker(beat)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := exchange.TouchJob(ctx, i.db, job); err != nil && ctx.Err() == nil {
				i.Log.Warn("a job could not show that it lives", "error", err)
			}
		}
	}
}

// stopping reports whether the process is to stop.
func (w *Workers) stopping() bool {
	select {
	case <-w.closing:
		return true
	default:
		return false
	}
}
