package engine

import (
	"context"
	"errors"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/aside"
)

// Together runs reads concurrently. Their first queries share one round trip, their next queries another.
func (r Reader) Together(reads ...func(Reader) error) error {
	db, pool := r.via.(*DB)
	if !pool { // a transaction has only one connection
		for _, read := range reads {
			if err := read(r); err != nil {
				return err
			}
		}
		return nil
	}
	r.via = &joint{db: db, thinking: len(reads)}
	return r.via.(*joint).run(r, reads)
}

// joint is several reads that share their round trips.
type joint struct {
	db       *DB
	mu       sync.Mutex
	thinking int // reads that are neither done nor waiting for an answer
	waiting  []*part
}

// part is the query of one of the reads.
type part struct {
	ctx   context.Context
	batch *pgx.Batch
	read  func(pgx.BatchResults) error
	err   error
	panic *aside.Panic // while it was sent for all of them
	done  chan struct{}
}

func (j *joint) run(r Reader, reads []func(Reader) error) error {
	parts := make([]func() error, len(reads))
	for i, read := range reads {
		parts[i] = func() error {
			defer j.step(nil)
			return read(r)
		}
	}
	return aside.All(parts...)
}

func (j *joint) send(ctx context.Context, b *pgx.Batch, read func(pgx.BatchResults) error) error {
	p := &part{ctx: ctx, batch: b, read: read, done: make(chan struct{})}
	j.step(p)
	<-p.done
	if p.panic != nil {
		panic(p.panic)
	}
	return p.err
}

func (j *joint) together(ctx context.Context, fn func(*transaction) error) error {
	return j.db.together(ctx, fn)
}

// step notes that a read waits for an answer or, without a part, is done. The last one sends the
// queries of all.
func (j *joint) step(p *part) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if p != nil {
		j.waiting = append(j.waiting, p)
	}
	if j.thinking--; j.thinking > 0 || len(j.waiting) == 0 {
		return
	}
	sent := j.waiting
	j.waiting, j.thinking = nil, len(sent)
	panicked := aside.Catch(func() { j.ask(sent) })
	for _, p := range sent {
		p.panic = panicked
		close(p.done)
	}
}

// ask sends the parts as one batch, and gives each its own answers.
func (j *joint) ask(parts []*part) {
	b := &pgx.Batch{}
	for _, p := range parts {
		b.QueuedQueries = append(b.QueuedQueries, p.batch.QueuedQueries...)
	}
	err := j.db.send(parts[0].ctx, b, func(answers pgx.BatchResults) error {
		for _, p := range parts {
			own := &portion{BatchResults: answers, left: p.batch.Len()}
			p.err = Translate(p.read(own))
			if err := own.skip(); err != nil {
				return err
			}
		}
		return nil
	})
	for _, p := range parts {
		if err != nil && errors.Is(p.err, ErrRefused) {
			err = p.err // the others failed because of this one
		}
	}
	for _, p := range parts {
		if err != nil && p.err == nil {
			p.err = err
		}
	}
}

// portion is the answers to one of the parts.
type portion struct {
	pgx.BatchResults
	left int
}

func (s *portion) Exec() (tag pgconn.CommandTag, err error) { s.left--; return s.BatchResults.Exec() }
func (s *portion) Query() (pgx.Rows, error)                 { s.left--; return s.BatchResults.Query() }
func (s *portion) QueryRow() pgx.Row                        { s.left--; return s.BatchResults.QueryRow() }

// skip skips answers that a read did not consume: it may have stopped at the first.
func (s *portion) skip() error {
	for s.left > 0 {
		if _, err := s.Exec(); err != nil {
			return err
		}
	}
	return nil
}
