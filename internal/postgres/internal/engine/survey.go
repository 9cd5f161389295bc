package engine

import (
	"context"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/aside"
)

// asLong lets a statement over a whole account take longer than others may, and be
// planned for what it is about: an average account says nothing of a large one.
const asLong = `select set_config('statement_timeout', '9s', true), set_config('plan_cache_mode', 'force_custom_plan', true)`

// Inquiry is a part of what is asked of a whole account.
type Inquiry struct {
	Queue func(*pgx.Batch)
	Read  func(pgx.BatchResults) error
}

// Survey asks for a whole account, all parts at the same time while most connections are
// idle: each takes as long as many other reads. Otherwise they follow each other in one
// batch, as do those of a transaction or of reads that share their round trips.
func Survey(ctx context.Context, r Reader, parts ...Inquiry) error {
	if db, pool := r.via.(*DB); !pool || !db.idle(len(parts)) {
		all := parts
		parts = []Inquiry{{func(b *pgx.Batch) {
			for _, p := range all {
				p.Queue(b)
			}
		}, func(answers pgx.BatchResults) error {
			for _, p := range all {
				if err := p.Read(answers); err != nil {
					return err
				}
			}
			return nil
		}}}
	}
	sends := make([]func() error, len(parts))
	for i, p := range parts {
		own := r
		own.access.confirmed = new(rights) // each notes it for itself
		sends[i] = func() error {
			return Ask(ctx, own, func(b *pgx.Batch) {
				b.Queue(asLong)
				p.Queue(b)
			}, func(answers pgx.BatchResults) error {
				if _, err := answers.Exec(); err != nil {
					return err
				}
				return p.Read(answers)
			})
		}
	}
	err := aside.All(sends...)
	if err == nil {
		r.access.confirmed.add(r.right)
	}
	return err
}

// idle tells whether some connections can be taken, and about as many are left.
func (db *DB) idle(some int) bool { return cap(db.free)-len(db.free) >= max(2*some, cap(db.free)/2) }
