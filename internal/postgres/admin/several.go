package admin

import (
	"context"
	"iter"
	"sync"
)

// atOnce is how many files are transferred at the same time: a store answers slowly, and each file
// takes its size in memory.
const atOnce = 4

// inOrder works on several inputs at once and takes the results one by one, in the order of the input.
// When it returns, no work is left running.
func inOrder[T, R any](ctx context.Context, from iter.Seq2[T, error], work func(context.Context, T) R, take func(T, R) error) error {
	type begun struct {
		of     T
		err    error
		result chan R
	}
	ctx, stop := context.WithCancel(ctx)
	queue, turns := make(chan begun, atOnce), make(chan struct{}, atOnce)
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	running.Go(func() {
		defer close(queue)
		for of, err := range from {
			b := begun{of, err, make(chan R, 1)}
			select {
			case turns <- struct{}{}:
			case <-ctx.Done():
				return
			}
			if err == nil {
				running.Go(func() { b.result <- work(ctx, of) })
			}
			select {
			case queue <- b:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	})
	for b := range queue {
		if b.err != nil {
			return b.err
		}
		if err := take(b.of, <-b.result); err != nil {
			return err
		}
		<-turns
	}
	return ctx.Err()
}
