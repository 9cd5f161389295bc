package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync/atomic"
	"time"

	"github.com/riverqueue/river"

	"vitrine/internal/aside"
	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/export"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/importing"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/share"
)

// exporter makes the files of exports. A file that is interrupted is begun again: it is of one
// moment, and nothing of it was offered.
type exporter struct {
	river.WorkerDefaults[exchange.ExportJob]
	*Workers
}

// Timeout is none: a file takes as long as it is large.
func (exporter) Timeout(*river.Job[exchange.ExportJob]) time.Duration { return -1 }

// making is a file that is being made.
type making struct {
	catalog.ExportFile
	reader postgres.Reader // of whoever asked for it
	to     io.Writer
	proof  *catalog.Verification // by which others can verify the file; nil if nobody can
	report func(phase, unit string, done, total int64)
}

// exportKind is how a kind of export is made.
type exportKind struct {
	right identity.Right // to what is in it, which is confirmed again when it is done
	write func(exporter, context.Context, *making) (rows int64, err error)
}

var exportKinds = map[string]exportKind{
	catalog.ExportList:    {identity.View, exporter.writeList},
	catalog.ExportArchive: {identity.Oversee, exporter.writeArchive},
	catalog.ExportPack:    {identity.View, exporter.writePack},
}

// writeList writes a list of any size.
func (exporter) writeList(ctx context.Context, m *making) (int64, error) {
	var order export.Order
	if err := json.Unmarshal(m.Work, &order); err != nil {
		return 0, err
	}
	return order.Write(ctx, m.reader, m.to, func(done, total int64) { m.report("writing", "rows", done, total) })
}

// Work makes the file of an export, unless it was deleted.
func (e exporter) Work(ctx context.Context, job *river.Job[exchange.ExportJob]) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	leave, snooze := e.enter(ctx, job.Args.AccountID, job.Attempt)
	if snooze != nil {
		return snooze
	}
	defer leave()
	importer{Workers: e.Workers}.showLife(ctx, job.ID)
	asked, who, err := exchange.BeginExport(ctx, e.db, job.Args.AccountID, job.Args.ExportID)
	if err == nil {
		if panicked := aside.Catch(func() { err = e.make(ctx, stop, asked, who) }); panicked != nil {
			e.Log.Error("panic", "in", "an export", "panic", panicked.Value, "stack", panicked.Stack)
			err = panicked
		}
	}
	switch cause := context.Cause(ctx); {
	case errors.Is(err, fault.ErrNotFound), errors.Is(cause, fault.ErrNotFound):
		return nil
	case err != nil && errors.Is(cause, errHandOver):
		return river.JobSnooze(0)
	case err != nil:
		return e.fail(ctx, job, err)
	}
	return nil
}

// make writes the file, stores it and offers it.
func (e exporter) make(ctx context.Context, stop context.CancelCauseFunc, asked catalog.ExportFile, who postgres.Access) error {
	ctx = share.As(ctx, who.UserID)
	kind := exportKinds[asked.Kind]
	reader, err := e.db.Scope(who).View(kind.right)
	if err != nil {
		return err
	}
	file, err := export.NewSpool(ctx)
	if err != nil {
		return err
	}
	defer file.Close()
	var last atomic.Pointer[reported]
	m := &making{ExportFile: asked, reader: reader, to: file, report: func(phase, unit string, done, total int64) { last.Store(&reported{phase, unit, done, total}) }}
	aside.Go(ctx, e.Log, "the progress of an export", func(ctx context.Context) { e.tell(ctx, stop, who.AccountID, asked.ID, &last) })
	rows, err := kind.write(e, ctx, m)
	if err != nil {
		return err
	}
	size, sum, err := file.End()
	if err != nil {
		return err
	}
	made := catalog.Made{Rows: rows, Verification: m.proof}
	if made.Stored, err = e.Files.KeepMade(ctx, who.AccountID, file, size, sum); err != nil {
		return err
	}
	end := importing.Progress{Phase: "done", Unit: "rows", Done: rows, Total: rows, Percent: 100}
	err = exchange.FinishExport(ctx, e.db, who, kind.right, asked.ID, made, encoded(end))
	if errors.Is(err, fault.ErrNotFound) || errors.Is(err, postgres.ErrRefused) {
		e.Files.Settle(ctx, made.Stored, "", nil) // nobody will ever name it
	}
	return err
}

// reported is how far a file is.
type reported struct {
	phase, unit string
	done, total int64
}

// tell writes each second how far a file is. It stops the work if the export was deleted, or
// if the process is to stop.
func (e exporter) tell(ctx context.Context, stop context.CancelCauseFunc, account, id int64, last *atomic.Pointer[reported]) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	var pace *pace
	for {
		select {
		case <-ctx.Done():
			return
		case <-e.closing:
			stop(errHandOver)
			return
		case <-tick.C:
		}
		var shown json.RawMessage
		if at := last.Load(); at != nil {
			if pace == nil || pace.phase != at.phase {
				pace = newPace(at.phase, at.unit)
			}
			shown = encoded(pace.progress(at.done, at.total))
		}
		err := exchange.ReportExport(ctx, e.db, account, id, shown)
		switch {
		case errors.Is(err, fault.ErrNotFound):
			stop(err)
			return
		case err != nil && ctx.Err() == nil:
			e.Log.Warn("an export could not tell how far it is", "error", err)
		}
	}
}

// fail ends an export that cannot be made. What may pass is tried again first.
func (e exporter) fail(ctx context.Context, job *river.Job[exchange.ExportJob], err error) error {
	why := importing.Failure{Code: "failed", Message: "Something went wrong. The log of the service says more."}
	var invalid *fault.Invalid
	var down *fault.Unavailable
	switch {
	case attachment.Full(err):
		why = importing.Failure{Code: "no_room", Message: "There is no room for this file. Ask whoever runs this installation to make room, then ask for it again."}
		e.Log.Error("there is no room for an export", "account", job.Args.AccountID, "export", job.Args.ExportID, "error", err)
	case errors.Is(err, postgres.ErrRefused):
		why = importing.Failure{Code: "rights_lost", Message: "Whoever asked for the export may not have it any more."}
	case errors.As(err, &invalid):
		why = importing.Failure{Code: "refused", Message: invalid.Error()}
	case errors.As(err, &down) && job.Attempt < maxAttempts:
		return err
	default:
		e.Log.Error("an export failed", "account", job.Args.AccountID, "export", job.Args.ExportID, "error", err)
	}
	err = exchange.EndExport(context.WithoutCancel(ctx), e.db, job.Args.AccountID, job.Args.ExportID, encoded(why))
	if errors.Is(err, fault.ErrNotFound) {
		return nil
	}
	return err
}
