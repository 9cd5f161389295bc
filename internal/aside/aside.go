// Package aside runs functions beside their caller. A panic in a goroutine would end the
// process with everybody's requests; here it is the caller's, or it is logged.
package aside

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"
)

// Panic is what was panicked with elsewhere, and where that was.
type Panic struct {
	Value any
	Stack string
}

func (p *Panic) Error() string { return fmt.Sprint("panic: ", p.Value) }

// Unwrap lets the caller's own rules for errors hold.
func (p *Panic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}

// Catch runs fn and returns its panic; nil if there was none.
func Catch(fn func()) (caught *Panic) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *Panic: // from further away
			caught = p
		default:
			caught = &Panic{p, string(debug.Stack())}
		}
	}()
	fn()
	return nil
}

// All runs functions at the same time, and returns the first error in their order. If one
// panics, it panics once all are done.
func All(parts ...func() error) error {
	errs, panics := make([]error, len(parts)), make([]*Panic, len(parts))
	var all sync.WaitGroup
	for i, part := range parts {
		all.Go(func() { panics[i] = Catch(func() { errs[i] = part() }) })
	}
	all.Wait()
	for _, p := range panics {
		if p != nil {
			panic(p) // where the request's own is caught
		}
	}
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// pause is how long what panicked rests.
const pause = 5 * time.Second

// Keep runs fn until it returns. A panic is logged, and it is run again after a pause,
// unless the context is over.
func Keep(ctx context.Context, log *slog.Logger, what string, fn func(context.Context)) {
	for {
		p := Catch(func() { fn(ctx) })
		if p == nil {
			return
		}
		log.Error("panic", "in", what, "panic", p.Value, "stack", p.Stack)
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// Go keeps fn running in a goroutine. Call the result to wait for it.
func Go(ctx context.Context, log *slog.Logger, what string, fn func(context.Context)) (wait func()) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		Keep(ctx, log, what, fn)
	}()
	return func() { <-ended }
}
