package jobs

import (
	"context"
	"errors"

	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
)

func (archived) prepare(context.Context, *exchange.ImportWork) error { return nil }

func (archived) made(ctx context.Context, w *exchange.ImportWork) (map[string]int64, error) {
	return w.LinesMade(ctx)
}

// lineWriter writes the lines of an archive: first each part in its order, then what refers to
// later parts. A chunk that is refused is tried again line by line, to leave out the one.
type lineWriter struct {
	*archiveFiles
	pace    *pace
	careful bool
}

func (archived) writer(r *run, pace *pace) writer {
	return &lineWriter{archiveFiles: &archiveFiles{run: r}, pace: pace}
}

func (l *lineWriter) write(ctx context.Context, w *exchange.ImportWork) (done bool, err error) {
	c := lineChunk{w: w, files: l.archiveFiles, careful: l.careful}
	return c.run(ctx, l.pace)
}

func (l *lineWriter) settle(ctx context.Context, err error) (again bool) {
	l.archiveFiles.settle(ctx, err)
	again = refusesLine(err) && !l.careful
	l.careful = again
	return again
}

// refusesLine reports whether the database refuses what a line says, and not the work.
func refusesLine(err error) bool {
	var down *fault.Unavailable
	var quota *quotaError
	return err != nil && !errors.As(err, &down) && !errors.As(err, &quota) && !errors.Is(err, postgres.ErrRefused) && !errors.Is(err, exchange.ErrNoWork) && !errors.Is(err, context.Canceled)
}
