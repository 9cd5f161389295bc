package picture

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"time"

	"vitrine/internal/share"
)

// ErrBusy means that the pictures before this one took too long. Trying again helps.
var ErrBusy = errors.New("picture: too many pictures are being read")

const patience = 10 * time.Second

// Budget limits how much memory and how many processors pictures take at once.
type Budget struct {
	memory, processors *share.Places
	waiting            atomic.Int64
}

// NewBudget allows one decoder per processor and the memory of the largest picture. A user always
// leaves one decoder to others.
func NewBudget() *Budget {
	return &Budget{memory: share.New(share.Limits{Name: "memory of pictures", Total: maxWeight, Patience: patience}), processors: decoders("pictures")}
}

func decoders(name string) *share.Places {
	processors := int64(runtime.GOMAXPROCS(0))
	return share.New(share.Limits{Name: name, Total: processors, Each: max(1, processors-1), Patience: patience})
}

// within runs work once there is room for it.
func (b *Budget) within(ctx context.Context, weight int64, work func() error) error {
	b.waiting.Add(1)
	defer b.waiting.Add(-1)
	processor, err := b.processors.Take(ctx, 1)
	if err != nil {
		return errors.Join(ErrBusy, err)
	}
	defer processor.Give()
	memory, err := b.memory.Take(ctx, weight)
	if err != nil {
		return errors.Join(ErrBusy, err)
	}
	defer memory.Give()
	return work()
}

// Waiting is the number of pictures that are being read or waiting for it.
func (b *Budget) Waiting() int64 { return b.waiting.Load() }
