package files

import (
	"context"
	"errors"
	"io"
	"iter"
	"sync/atomic"
	"time"
)

// Observed counts the operations of a store and their outcomes, for metrics.
type Observed struct {
	store                        Store
	put, get, stat, delete, list tally
	in, out                      atomic.Int64
}

// Observe is a store that counts.
func Observe(store Store) *Observed { return &Observed{store: store} }

// Bounds are the upper bounds of the histogram of durations.
var Bounds = [...]time.Duration{5 * time.Millisecond, 10 * time.Millisecond, 25 * time.Millisecond, 50 * time.Millisecond, 100 * time.Millisecond,
	250 * time.Millisecond, 500 * time.Millisecond, time.Second, 2500 * time.Millisecond, 5 * time.Second, 10 * time.Second, 30 * time.Second}

// Usage is the count of one kind of operation.
type Usage struct {
	Operation                     string
	Done, Failed, Full, Cancelled int64
	Took                          [len(Bounds) + 1]int64 // operations by the first of Bounds that they kept, those above all last
	Time                          time.Duration
}

// Usage lists the operations, in a fixed order.
func (o *Observed) Usage() []Usage {
	return []Usage{o.put.usage("put"), o.get.usage("get"), o.stat.usage("stat"), o.delete.usage("delete"), o.list.usage("list")}
}

// Bytes returns how many bytes were stored and how many were read.
func (o *Observed) Bytes() (in, out int64) { return o.in.Load(), o.out.Load() }

func (o *Observed) Put(ctx context.Context, name string, from io.Reader, size int64, sum [32]byte) error {
	began := time.Now()
	err := o.store.Put(ctx, name, from, size, sum)
	o.put.answered(time.Since(began))
	o.put.ended(err)
	if err == nil {
		o.in.Add(size)
	}
	return err
}

// Get counts the time until the store answers, not that of reading.
func (o *Observed) Get(ctx context.Context, name string, offset, length int64) (io.ReadCloser, error) {
	began := time.Now()
	content, err := o.store.Get(ctx, name, offset, length)
	o.get.answered(time.Since(began))
	if err != nil {
		o.get.ended(err)
		return nil, err
	}
	return &observedContent{ReadCloser: content, of: o}, nil
}

func (o *Observed) Stat(ctx context.Context, name string) (Object, error) {
	began := time.Now()
	object, err := o.store.Stat(ctx, name)
	o.stat.answered(time.Since(began))
	o.stat.ended(err)
	return object, err
}

func (o *Observed) Delete(ctx context.Context, name string) error {
	began := time.Now()
	err := o.store.Delete(ctx, name)
	o.delete.answered(time.Since(began))
	o.delete.ended(err)
	return err
}

// List counts the time of the store, not that of the caller's loop.
func (o *Observed) List(ctx context.Context, prefix string) iter.Seq2[Object, error] {
	return func(yield func(Object, error) bool) {
		var elsewhere time.Duration
		var failed error
		began := time.Now()
		for object, err := range o.store.List(ctx, prefix) {
			left := time.Now()
			failed = errors.Join(failed, err)
			more := yield(object, err)
			elsewhere += time.Since(left)
			if !more {
				break
			}
		}
		o.list.answered(time.Since(began) - elsewhere)
		o.list.ended(failed)
	}
}

// observedContent counts the bytes read. A read may fail late, so the outcome is counted on closing.
type observedContent struct {
	io.ReadCloser
	of     *Observed
	failed error
	closed bool
}

func (c *observedContent) Read(b []byte) (int, error) {
	n, err := c.ReadCloser.Read(b)
	c.of.out.Add(int64(n))
	if err != nil && !errors.Is(err, io.EOF) {
		c.failed = err
	}
	return n, err
}

func (c *observedContent) Close() error {
	if !c.closed {
		c.closed = true
		c.of.get.ended(c.failed)
	}
	return c.ReadCloser.Close()
}

// tally counts one kind of operation.
type tally struct {
	done, failed, full, cancelled, time atomic.Int64
	took                                [len(Bounds) + 1]atomic.Int64
}

func (t *tally) answered(took time.Duration) {
	at := 0
	for at < len(Bounds) && took > Bounds[at] {
		at++
	}
	t.took[at].Add(1)
	t.time.Add(int64(took))
}

// ended counts the outcome. ErrAbsent is no failure.
func (t *tally) ended(err error) {
	switch {
	case err == nil || errors.Is(err, ErrAbsent):
		t.done.Add(1)
	case errors.Is(err, ErrFull):
		t.full.Add(1)
	case errors.Is(err, context.Canceled):
		t.cancelled.Add(1)
	default:
		t.failed.Add(1)
	}
}

func (t *tally) usage(operation string) Usage {
	u := Usage{Operation: operation, Done: t.done.Load(), Failed: t.failed.Load(), Full: t.full.Load(), Cancelled: t.cancelled.Load(), Time: time.Duration(t.time.Load())}
	for at := range t.took {
		u.Took[at] = t.took[at].Load()
	}
	return u
}
