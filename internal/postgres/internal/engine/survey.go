package engine

import (
	"context"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/aside"
)

// asLong gives a statement over a whole account more time, and a custom plan: the generic one suits
// average accounts only.
const asLong = `select set_config('statement_timeout', '9s', true), set_config('plan_cache_mode', 'force_custom_plan', true)`

// Inquiry is one query of a Survey.
type Inquiry struct {
	Queue func(*pgx.Batch)
	Read  func(pgx.BatchResults) error
}

// Survey runs queries over a whole account. While most connections are idle they run concurrently,
// since each is slow. Otherwise they run in one batch, as within a transaction or Together.
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
		own.access.confirmed = new(rights) // each query notes it for itself
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

// idle reports whether enough connections are free to take some and leave as many.
func (db *DB) idle(some int) bool { return cap(db.free)-len(db.free) >= max(2*some, cap(db.free)/2) }
