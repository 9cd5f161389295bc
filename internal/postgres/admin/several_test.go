package admin

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

func numbers(n int, fails error) func(func(int, error) bool) {
	return func(yield func(int, error) bool) {
		for i := range n {
			if !yield(i, nil) {
				return
			}
		}
		if fails != nil {
			yield(0, fails)
		}
	}
}

func TestInOrder(t *testing.T) {
	var running, most atomic.Int64
	work := func(_ context.Context, n int) int {
		most.Store(max(most.Load(), running.Add(1)))
		defer running.Add(-1)
		time.Sleep(time.Duration(5-n%5) * time.Millisecond) // later ones are ready sooner
		return 10 * n
	}
	var got []int
	take := func(n, result int) error {
		if result != 10*n {
			t.Errorf("%d became %d", n, result)
		}
		got = append(got, n)
		return nil
	}
	if err := inOrder(t.Context(), numbers(40, nil), work, take); err != nil || len(got) != 40 || !slices.IsSorted(got) {
		t.Errorf("%v: %v", err, got)
	}
	if most.Load() < 2 || most.Load() > atOnce {
		t.Errorf("%d at once, want up to %d", most.Load(), atOnce)
	}
	broken := errors.New("broken")
	if err := inOrder(t.Context(), numbers(7, broken), work, take); !errors.Is(err, broken) || len(got) != 47 {
		t.Errorf("after an input that breaks off: %v, %d taken", err, len(got))
	}
	err := inOrder(t.Context(), numbers(1000, nil), work, func(n, _ int) error {
		if n == 3 {
			return broken
		}
		return nil
	})
	if !errors.Is(err, broken) || running.Load() != 0 {
		t.Errorf("after a result that cannot be taken: %v, %d still run", err, running.Load())
	}
	ctx, cancel := context.WithCancel(t.Context())
	err = inOrder(ctx, numbers(1000, nil), work, func(n, _ int) error {
		if n == 3 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
