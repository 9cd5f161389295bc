package jobs

import (
	"context"

	"vitrine/internal/importing"
	"vitrine/internal/postgres/exchange"
)

// stageRows and stageBytes limit what is staged in a transaction.
const (
	stageRows  = 1000
	stageBytes = 8 << 20
)

// stager saves what is read, a batch in each transaction.
type stager[T any] struct {
	*run
	save   func(*exchange.ImportWork, context.Context, []T) error
	pace   *pace
	total  int64 // 0 if it is not known
	batch  []T
	bytes  int
	staged int64
}

func newStager[T any](r *run, total int64, save func(*exchange.ImportWork, context.Context, []T) error) *stager[T] {
	return &stager[T]{run: r, save: save, pace: newPace("reading", r.unit()), total: total}
}

func (s *stager[T]) add(ctx context.Context, row T, bytes int) error {
	s.batch = append(s.batch, row)
	if s.bytes += bytes; len(s.batch) < stageRows && s.bytes <= stageBytes {
		return nil
	}
	return s.flush(ctx)
}

func (s *stager[T]) flush(ctx context.Context) error {
	if len(s.batch) == 0 {
		return nil
	}
	if s.stopping() {
		return errHandOver
	}
	s.staged += int64(len(s.batch))
	err := s.in(ctx, importing.Reading, func(w *exchange.ImportWork) error {
		if err := s.save(w, ctx, s.batch); err != nil {
			return err
		}
		w.Import.Progress = encoded(s.pace.progress(s.staged, s.total))
		return w.Save(ctx)
	})
	s.batch, s.bytes = s.batch[:0], 0
	return err
}
