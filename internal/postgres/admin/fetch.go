package admin

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"vitrine/internal/archive"
	"vitrine/internal/files"
)

// inMemory is the largest file held in memory, more than the largest photo or document. Larger ones
// are read twice: once to check their hash, and once to be written.
const inMemory = 32 << 20

// fetched is the bytes of a file, or its error.
type fetched struct {
	archive.File
	content *bytes.Buffer
	again   *resumed // of a large one, instead of its content
	err     error
}

// buffers are reused, because buffers of the largest files would fill the memory.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func (g fetched) release() { buffers.Put(g.content) }

// copyTo writes the bytes. It fails, perhaps half-way, if the second read of a large file differs from
// the first.
func (g fetched) copyTo(w io.Writer) error {
	if g.again == nil {
		_, err := w.Write(g.content.Bytes())
		return err
	}
	defer g.again.close()
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(w, sum), g.again)
	if err == nil && (n != g.Size || [sha256.Size]byte(sum.Sum(nil)) != g.Sum) {
		err = errDamaged
	}
	if err != nil {
		err = fmt.Errorf("the file %s, as it was read again: %w", g.Name, err)
	}
	return err
}

// fetchFrom returns a function that fetches a file and checks its hash. It retries when the store fails.
func fetchFrom(store files.Store) func(context.Context, archive.File) fetched {
	return func(ctx context.Context, f archive.File) fetched {
		got := fetched{File: f, content: buffers.Get().(*bytes.Buffer)}
		for try := range tries {
			if try > 0 && !errors.Is(got.err, errDamaged) {
				wait(ctx, try)
			}
			got.err = fetch(ctx, store, f, got.content)
			if got.err == nil && f.Size > inMemory {
				got.again = &resumed{ctx: ctx, store: store, file: f}
			}
			if got.err == nil {
				return got
			}
			if errors.Is(got.err, files.ErrAbsent) || ctx.Err() != nil {
				break
			}
		}
		got.release()
		return fetched{File: f, err: got.err}
	}
}

// wait pauses before another try.
func wait(ctx context.Context, try int) {
	select {
	case <-ctx.Done():
	case <-time.After(time.Duration(try) * 500 * time.Millisecond):
	}
}

// fetch reads a file into a buffer, unless it is large, and compares it with its hash.
func fetch(ctx context.Context, store files.Store, f archive.File, into *bytes.Buffer) error {
	from, err := store.Get(ctx, f.Name, 0, -1)
	if err != nil {
		return err
	}
	defer from.Close()
	sum := sha256.New()
	into.Reset()
	to := io.Writer(sum)
	if f.Size <= inMemory {
		into.Grow(int(f.Size) + 1 + bytes.MinRead)
		to = io.MultiWriter(into, sum)
	}
	n, err := io.Copy(to, io.LimitReader(from, f.Size+1))
	switch {
	case err != nil:
		return fmt.Errorf("the store broke off: %w", err)
	case n != f.Size || [sha256.Size]byte(sum.Sum(nil)) != f.Sum:
		return errDamaged
	}
	return nil
}

// resumed reads a large file, and resumes where the store broke off.
type resumed struct {
	ctx   context.Context //nolint:containedctx // as long as one file is copied
	store files.Store
	file  archive.File
	from  io.ReadCloser
	at    int64
}

func (r *resumed) Read(p []byte) (int, error) {
	var err error
	for try := range tries {
		if r.at >= r.file.Size {
			return 0, io.EOF
		}
		if try > 0 {
			wait(r.ctx, try)
		}
		if r.from == nil {
			if r.from, err = r.store.Get(r.ctx, r.file.Name, r.at, -1); err != nil {
				r.from = nil
				continue
			}
		}
		var n int
		n, err = r.from.Read(p)
		r.at += int64(n)
		if err != nil {
			r.close()
		}
		if n > 0 {
			return n, nil
		}
	}
	return 0, fmt.Errorf("the store broke off at byte %d: %w", r.at, errors.Join(err, r.ctx.Err()))
}

func (r *resumed) close() {
	if r.from != nil {
		_ = r.from.Close()
		r.from = nil
	}
}
