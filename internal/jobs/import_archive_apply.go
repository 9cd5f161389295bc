package jobs

import (
	"context"
	"errors"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/importing"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
)

// applyArchive writes what is planned, 500 lines in a transaction: first each part in its
// order, then what refers to later parts. The bytes of files are stored before.
func (i importer) applyArchive(ctx context.Context, who postgres.Access, id int64) error {
	if err := i.check(ctx, who, id, i.planLines, nil); err != nil {
		return err
	}
	files := &archiveFiles{importer: i, who: who, id: id}
	defer files.close()
	pace := newPace("applying", 0)
	pace.unit = "lines"
	careful := false
	for {
		if i.told() {
			return errHandOver
		}
		if err := files.store(ctx); err != nil {
			return err
		}
		done := false
		err := exchange.WorkOnImport(ctx, i.db, who, id, importing.Applying, func(w *exchange.ImportWork) (err error) {
			c := lineChunk{w: w, files: files, careful: careful}
			done, err = c.run(ctx, pace)
			return err
		})
		files.settle(ctx, err)
		switch {
		case err == nil && done:
			return nil
		case err == nil:
			careful = false
		case refusesLine(err) && !careful:
			careful = true // the chunk again, line by line, to leave out the one
		default:
			return err
		}
	}
}

// refusesLine reports whether the database refuses what a line says, and not the work.
func refusesLine(err error) bool {
	var down *fault.Unavailable
	var quota *quotaError
	return err != nil && !errors.As(err, &down) && !errors.As(err, &quota) && !errors.Is(err, postgres.ErrRefused) && !errors.Is(err, exchange.ErrNoWork) && !errors.Is(err, context.Canceled)
}

// finishArchive tells what came of the import.
func finishArchive(ctx context.Context, w *exchange.ImportWork) error {
	report, err := w.Outcomes(ctx)
	if err != nil {
		return err
	}
	if report.Made, err = w.LinesMade(ctx); err != nil {
		return err
	}
	return endApplied(ctx, w, report, "lines")
}

// endApplied ends an import whose rows or lines are all written.
func endApplied(ctx context.Context, w *exchange.ImportWork, report importing.Report, unit string) error {
	times := importing.Times{EndedAt: time.Now().Unix()}
	if w.Import.BeganAt != nil {
		times.BeganAt = w.Import.BeganAt.Unix()
		if times.Seconds = time.Since(*w.Import.BeganAt).Round(time.Millisecond).Seconds(); times.Seconds > 0 {
			times.PerSecond = int64(float64(report.Done) / times.Seconds)
		}
	}
	w.Import.State, w.Import.Report = importing.Applied, encoded(importing.Told{Report: report, Times: times})
	w.Import.RevertibleUntil = new(time.Now().AddDate(0, 0, importing.RevertibleDays))
	w.Import.Progress = encoded(importing.Progress{Phase: "applied", Unit: unit, Done: report.Rows, Total: report.Rows, Percent: 100, RemainingSeconds: new(int64(0))})
	if err := w.Save(ctx); err != nil {
		return err
	}
	return w.Log(ctx, catalog.ImportApplied)
}
