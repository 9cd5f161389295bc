package aside

import (
	"errors"
	"sync"
)

// Few runs functions, so many at the same time.
type Few struct {
	turns chan struct{}
	all   sync.WaitGroup
	mu    sync.Mutex
	errs  []error
	panic *Panic
}

// AtMost runs so many at the same time.
func AtMost(n int) *Few { return &Few{turns: make(chan struct{}, n)} }

// Begin runs fn as soon as it is its turn.
func (f *Few) Begin(fn func() error) {
	f.turns <- struct{}{}
	f.all.Go(func() {
		defer func() { <-f.turns }()
		var err error
		panicked := Catch(func() { err = fn() })
		if err != nil || panicked != nil {
			f.note(err, panicked)
		}
	})
}

func (f *Few) note(err error, panicked *Panic) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if panicked != nil {
		f.panic = panicked
		return
	}
	f.errs = append(f.errs, err)
}

// Wait waits for all, and returns their errors. If one of them panicked, so does it.
func (f *Few) Wait() error {
	f.all.Wait()
	if f.panic != nil {
		panic(f.panic)
	}
	return errors.Join(f.errs...)
}
