package main

import (
	"context"
	"fmt"
	"time"
)

// accountItems is the number of items of a measured account.
const accountItems = 10_000

// warmUp is the unmeasured time in which every connection of the service
// prepares its plans.
const warmUp = 2 * time.Second

// pair is the same work, done by both sides in succession.
type pair struct{ engine, joined, service sample }

// cost prints the cost of each workload against the bare engine.
func (b *bench) cost(ctx context.Context) error {
	works, err := b.prepare(ctx)
	if err != nil {
		return err
	}
	return b.undisturbed(ctx, func() error {
		fmt.Printf("\nprocessor time an operation in µs, medians of %d pairs\n", b.pairs)
		fmt.Printf("%-38s %6s %6s %6s |%8s %8s %8s %8s |%8s %8s %8s %8s |%8s %8s\n", "", "ratio", "joined", "target",
			"joined", "engine", "pgbench", "Postgres", "service", "wrk", "vitrine", "Postgres", "eng op/s", "svc op/s")
		for _, w := range works {
			pairs, err := b.compare(ctx, w)
			if err != nil {
				return err
			}
			report(w, pairs)
		}
		return nil
	})
}

// prepare creates the accounts of the workloads, and tries their statements.
func (b *bench) prepare(ctx context.Context) ([]workload, error) {
	untyped, err := b.newAccount(ctx, accountItems)
	if err != nil {
		return nil, err
	}
	typed, err := b.newTypedAccount(ctx, accountItems)
	if err != nil {
		return nil, err
	}
	works := workloads(untyped, typed)
	for _, w := range works {
		if err := b.try(ctx, w); err != nil {
			return nil, err
		}
	}
	return works, nil
}

// compare runs both sides in alternating order, because each finds the caches
// and tables that the other left.
func (b *bench) compare(ctx context.Context, w workload) (pairs []pair, err error) {
	if _, err := b.sendRequests(ctx, w.lua, b.connections, warmUp); err != nil {
		return nil, err
	}
	for n := range b.pairs {
		var p pair
		sides := []func() error{
			func() (err error) {
				if p.engine, err = b.engine(ctx, w.sql, superuser); err == nil {
					p.joined, err = b.engine(ctx, joined(w.sql), superuser)
				}
				return err
			},
			func() (err error) { p.service, err = b.api(ctx, w); return err },
		}
		for i := range sides {
			if err := sides[(i+n)%2](); err != nil {
				return nil, fmt.Errorf("%s: %w", w.name, err)
			}
		}
		pairs = append(pairs, p)
	}
	return pairs, nil
}

func report(w workload, pairs []pair) {
	of := func(value func(pair) float64) float64 { return median(pairs, value) }
	fmt.Printf("%-38s %6.2f %6.2f %6.2f |%8.0f %8.0f %8.0f %8.0f |%8.0f %8.0f %8.0f %8.0f |%8.0f %8.0f\n", w.name,
		of(func(p pair) float64 { return p.engine.all() / p.service.all() }),
		of(func(p pair) float64 { return p.joined.all() / p.service.all() }), w.target,
		of(func(p pair) float64 { return p.joined.all() }),
		of(func(p pair) float64 { return p.engine.all() }),
		of(func(p pair) float64 { return p.engine.client }),
		of(func(p pair) float64 { return p.engine.database }),
		of(func(p pair) float64 { return p.service.all() }),
		of(func(p pair) float64 { return p.service.client }),
		of(func(p pair) float64 { return p.service.service }),
		of(func(p pair) float64 { return p.service.database }),
		of(func(p pair) float64 { return p.engine.perSecond }),
		of(func(p pair) float64 { return p.service.perSecond }))
}

// undisturbed measures with autovacuum off: it would work for one side and be
// counted against the other.
func (b *bench) undisturbed(ctx context.Context, measure func() error) error {
	if err := b.database.autovacuum(ctx, "off"); err != nil {
		return err
	}
	if err := measure(); err != nil {
		return err
	}
	return b.database.autovacuum(ctx, "on")
}

func (d database) autovacuum(ctx context.Context, state string) error {
	if _, err := d.query(ctx, `alter system set autovacuum = `+state); err != nil {
		return err
	}
	_, err := d.query(ctx, `select pg_reload_conf()`)
	return err
}

// calm gives every run the same start: nothing to write out, no process
// starting or ending.
func (b *bench) calm(ctx context.Context) error {
	if _, err := b.database.query(ctx, `checkpoint`); err != nil {
		return err
	}
	return b.database.settle()
}
