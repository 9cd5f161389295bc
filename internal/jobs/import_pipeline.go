package jobs

import (
	"context"
	"io"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/importing"
	"vitrine/internal/portable"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
)

// kind is what the pipeline must know of a file: a table has rows, an archive has lines.
type kind interface {
	unit() string

	// stage keeps what the file says as staged rows. It returns what is to be noted of the
	// file, and the mapping that it suggests.
	stage(context.Context, *run, io.ReaderAt, int64) (note func(context.Context, *exchange.ImportWork) error, guessed importing.Mapping, err error)

	// pages plans the staged rows, a page at a time.
	pages(context.Context, *exchange.ImportWork) (pager, error)

	// prepare makes what all rows of a plan need, before the first is written.
	prepare(context.Context, *exchange.ImportWork) error

	// writer writes what is planned.
	writer(*run, *pace) writer

	// made counts what was written, by kind, if rows do not tell.
	made(context.Context, *exchange.ImportWork) (map[string]int64, error)

	// takeBack takes back the next rows, the last first, and returns none at the end.
	takeBack(context.Context, *exchange.ImportWork) ([]importing.TakenBack, int64, error)

	// unmake removes what rows needed, and counts what stays because it is in use.
	unmake(context.Context, *exchange.ImportWork) (map[string]int64, error)
}

// pager plans rows in three steps, so that none is planned twice when a transaction is tried
// again.
type pager interface {
	read(ctx context.Context, w *exchange.ImportWork, after int64) (rows int, last int64, err error)
	plan(*importing.Plan) (differs int64)
	save(context.Context, *exchange.ImportWork) error
	demands() []importing.Demand
}

// writer writes rows, a chunk in each transaction.
type writer interface {
	// store brings the files of the next chunk into the store.
	store(context.Context) error

	// write writes the chunk and moves the pointer. It reports whether nothing was left.
	write(context.Context, *exchange.ImportWork) (done bool, err error)

	// settle ends a chunk. It reports whether a refused one is worth trying again.
	settle(context.Context, error) (again bool)
	close()
}

// run is the pipeline of an import: read, plan, apply, revert. Each step works in short
// transactions and can be handed over between them.
type run struct {
	importer
	kind
	who postgres.Access
	id  int64
}

// in works on the import in one transaction, if it is still in a state.
func (r *run) in(ctx context.Context, state string, do func(*exchange.ImportWork) error) error {
	return exchange.WorkOnImport(ctx, r.db, r.who, r.id, state, do)
}

// read stages what the file says. A mapping that was sent meanwhile is planned at once.
func (r *run) read(ctx context.Context) error {
	if err := r.in(ctx, importing.Reading, func(w *exchange.ImportWork) error { return w.Unstage(ctx) }); err != nil {
		return err
	}
	file, size, done, err := r.open(ctx)
	if err != nil {
		return err
	}
	defer done()
	if _, known := r.kind.(archived); !known && portable.Is(file, size) {
		return r.in(ctx, importing.Reading, func(w *exchange.ImportWork) error { return becomeArchive(ctx, w) })
	}
	note, guessed, err := r.stage(ctx, r, file, size)
	if err != nil {
		return err
	}
	return r.in(ctx, importing.Reading, func(w *exchange.ImportWork) error {
		if err := note(ctx, w); err != nil {
			return err
		}
		w.Import.State, w.Import.Guessed, w.Import.Progress = importing.Ready, &guessed, nil
		if w.Import.Asked.Mapped {
			mapping := w.Import.Mapping.Over(guessed)
			w.Import.Mapping, w.Import.State, w.Import.Asked.Mapped = &mapping, importing.Planning, false
		} else {
			w.Import.Mapping = &guessed
		}
		return w.Save(ctx)
	})
}

// open fetches the file of the import from the store.
func (r *run) open(ctx context.Context) (file io.ReaderAt, size int64, done func(), err error) {
	content, err := exchange.ImportFile(ctx, r.db, r.who, r.id)
	if err != nil {
		return nil, 0, nil, err
	}
	received, err := r.Files.Fetch(ctx, content)
	if err != nil {
		return nil, 0, nil, err
	}
	return received, received.Size, func() { received.Close() }, nil
}

// apply writes what is planned: what all rows need first, then chunks of rows. A pointer moves
// in the transaction of each, so nothing is lost or written twice, whoever goes on.
func (r *run) apply(ctx context.Context) error {
	if err := r.check(ctx); err != nil {
		return err
	}
	writer := r.writer(r, newPace("applying", r.unit()))
	defer writer.close()
	for done := false; !done; {
		if r.stopping() {
			return errHandOver
		}
		if err := writer.store(ctx); err != nil {
			return err
		}
		err := r.in(ctx, importing.Applying, func(w *exchange.ImportWork) (err error) {
			if done, err = writer.write(ctx, w); done && err == nil {
				err = r.endApplied(ctx, w)
			}
			return err
		})
		if again := writer.settle(ctx, err); err != nil && !again {
			return err
		}
		done = done && err == nil
	}
	return nil
}

// endApplied reports what came of the import.
func (r *run) endApplied(ctx context.Context, w *exchange.ImportWork) error {
	report, err := w.Outcomes(ctx)
	if err != nil {
		return err
	}
	made, err := r.made(ctx, w)
	if err != nil {
		return err
	}
	if made != nil {
		report.Made = made
	}
	times := importing.Times{EndedAt: time.Now().Unix()}
	if w.Import.BeganAt != nil {
		times.BeganAt = w.Import.BeganAt.Unix()
		if times.Seconds = time.Since(*w.Import.BeganAt).Round(time.Millisecond).Seconds(); times.Seconds > 0 {
			times.PerSecond = int64(float64(report.Done) / times.Seconds)
		}
	}
	w.Import.Report = encoded(importing.Told{Report: report, Times: times})
	w.Import.RevertibleUntil = new(time.Now().AddDate(0, 0, importing.RevertibleDays))
	return r.end(ctx, w, importing.Applied, report, catalog.ImportApplied)
}

// revert takes back what the import wrote, the last row first: what it made goes to one entry
// of the trash, and what it changed gets its former values, unless somebody has changed it
// since.
func (r *run) revert(ctx context.Context) error {
	pace := newPace("reverting", r.unit())
	for done := false; !done; {
		if r.stopping() {
			return errHandOver
		}
		err := r.in(ctx, importing.Reverting, func(w *exchange.ImportWork) error {
			reverted, last, err := r.takeBack(ctx, w)
			if err != nil {
				return err
			}
			if done = len(reverted) == 0; done {
				return r.endReverted(ctx, w)
			}
			if err := w.SaveReverted(ctx, reverted); err != nil {
				return err
			}
			w.Import.NextRow = last
			left, total, err := w.Position(ctx)
			if err != nil {
				return err
			}
			w.Import.Progress = encoded(pace.progress(total-left, total))
			return w.Save(ctx)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *run) endReverted(ctx context.Context, w *exchange.ImportWork) error {
	left, err := r.unmake(ctx, w)
	if err != nil {
		return err
	}
	report, err := w.Outcomes(ctx)
	if err != nil {
		return err
	}
	w.Import.Report = encoded(importing.ToldBack{Report: report, InUse: left, EndedAt: time.Now().Unix()})
	return r.end(ctx, w, importing.Reverted, report, catalog.ImportReverted)
}

// end saves the last state of a step, with its entry in the log.
func (r *run) end(ctx context.Context, w *exchange.ImportWork, state string, report importing.Report, action catalog.Action) error {
	w.Import.State = state
	w.Import.Progress = encoded(importing.Progress{Phase: state, Unit: r.unit(), Done: report.Rows, Total: report.Rows, Percent: 100, RemainingSeconds: new(int64(0))})
	if err := w.Save(ctx); err != nil {
		return err
	}
	return w.Log(ctx, action)
}
