package picture

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
)

// ErrBusy means that pictures before this one took too long. Trying again helps.
var ErrBusy = errors.New("picture: too many pictures are being read")

const patience = 10 * time.Second

// Budget limits how much memory and how many processors pictures take at once.
type Budget struct {
	memory, processors *semaphore.Weighted
	waiting            atomic.Int64
}

// NewBudget allows one decoder per processor, and the memory of the largest picture.
func NewBudget() *Budget {
	return &Budget{memory: semaphore.NewWeighted(maxWeight), processors: semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0)))}
}

// within runs work once there is room for it.
func (b *Budget) within(ctx context.Context, weight int64, work func() error) error {
	b.waiting.Add(1)
	defer b.waiting.Add(-1)
	waiting, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := b.processors.Acquire(waiting, 1); err != nil {
		return errors.Join(ErrBusy, ctx.Err())
	}
	defer b.processors.Release(1)
	weight = min(maxWeight, weight)
	if err := b.memory.Acquire(waiting, weight); err != nil {
		return errors.Join(ErrBusy, ctx.Err())
	}
	defer b.memory.Release(weight)
	return work()
}

// Waiting is the number of pictures that are read or wait to be.
func (b *Budget) Waiting() int64 { return b.waiting.Load() }
