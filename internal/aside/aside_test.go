package aside_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"vitrine/internal/aside"
)

// The first error counts, in the order of the functions, but a panic before all: it
// arrives where the caller's own would, with the place that it comes from.
func TestPanicIsTheCallers(t *testing.T) {
	one, two := errors.New("one"), errors.New("two")
	fails := func(err error) func() error { return func() error { return err } }
	if err := aside.All(fails(nil), fails(one), fails(two)); !errors.Is(err, one) {
		t.Errorf("it failed with %v", err)
	}
	caught := aside.Catch(func() { _ = aside.All(fails(one), panics, fails(nil)) })
	if caught == nil || !errors.Is(caught, io.ErrShortBuffer) || !strings.Contains(caught.Stack, "aside_test.panics") {
		t.Errorf("caught %+v", caught)
	}
	if aside.Catch(func() {}) != nil {
		t.Error("nothing panicked")
	}
}

func panics() error { panic(io.ErrShortBuffer) }

// What runs for long is run again after a panic, which is logged.
func TestWhatPanicsIsRunAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var to bytes.Buffer
		runs, began := 0, time.Now()
		aside.Go(t.Context(), slog.New(slog.NewTextHandler(&to, nil)), "a test", func(context.Context) {
			if runs++; runs < 3 {
				_ = panics()
			}
		})()
		if got := to.String(); strings.Count(got, "a test") != 2 || !strings.Contains(got, "short buffer") || !strings.Contains(got, "aside_test.panics") {
			t.Error(got)
		}
		if took := time.Since(began); runs != 3 || took != 10*time.Second {
			t.Errorf("it ran %d times in %s", runs, took)
		}
	})
}

// A few at a time, each error is kept, and a panic is the caller's.
func TestFewAtATime(t *testing.T) {
	few := aside.AtMost(3)
	var running, most atomic.Int64
	for i := range 50 {
		few.Begin(func() error {
			defer running.Add(-1)
			for n := running.Add(1); n > most.Load(); {
				most.Store(n)
			}
			runtime.Gosched()
			return fmt.Errorf("error %d.", i)
		})
	}
	err := few.Wait()
	for i := range 50 {
		if !strings.Contains(err.Error(), fmt.Sprintf("error %d.", i)) {
			t.Errorf("error %d is lost", i)
		}
	}
	if most.Load() > 3 {
		t.Errorf("%d at once", most.Load())
	}
	few = aside.AtMost(1)
	few.Begin(panics)
	few.Begin(func() error { return nil })
	if caught := aside.Catch(func() { _ = few.Wait() }); caught == nil || !errors.Is(caught, io.ErrShortBuffer) {
		t.Errorf("caught %+v", caught)
	}
}
