package export

import (
	"bufio"
	"context"
	"crypto/sha256"
	"hash"

	"vitrine/internal/spool"
)

// Spool is a file in the making. It has no name: it is gone when it is closed or the process ends.
// Writing fails once the context is over or its user has used up their room.
type Spool struct {
	ctx  context.Context
	file *spool.File
	to   *bufio.Writer
	sum  hash.Hash
	size int64
}

// NewSpool begins a file. The caller closes it.
func NewSpool(ctx context.Context) (*Spool, error) {
	f, err := spool.Create(ctx)
	if err != nil {
		return nil, err
	}
	return &Spool{ctx: ctx, file: f, to: bufio.NewWriterSize(f, 1<<16), sum: sha256.New()}, nil
}

func (s *Spool) Write(b []byte) (int, error) {
	if s.ctx.Err() != nil {
		return 0, context.Cause(s.ctx)
	}
	n, err := s.to.Write(b)
	s.sum.Write(b[:n])
	s.size += int64(n)
	return n, err
}

// End returns size and hash of what was written, which can be read from then on.
func (s *Spool) End() (size int64, sum [32]byte, err error) {
	return s.size, [32]byte(s.sum.Sum(nil)), s.to.Flush()
}

// ReadAt reads from any offset.
func (s *Spool) ReadAt(b []byte, at int64) (int, error) { return s.file.ReadAt(b, at) }

// Close releases the file.
func (s *Spool) Close() error { return s.file.Close() }
