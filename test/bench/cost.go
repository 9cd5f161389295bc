package main

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// accountItems is the number of items of a measured account.
const accountItems = 10_000

// warmUp is the unmeasured time in which every connection of the service
// prepares its plans.
const warmUp = 2 * time.Second

// pair is the same work, done by all sides in succession. The floor only reads.
type pair struct{ engine, floor, service sample }

// cost measures what requests and pages cost. It prints them, and with -accept keeps them as
// what later runs are held against; with -check it is such a run.
func (b *bench) cost(ctx context.Context) error {
	if b.check {
		b.pairs, b.length = 1, time.Second
	}
	works, err := b.prepare(ctx)
	if err != nil {
		return err
	}
	shown, err := b.newTypedAccount(ctx, accountItems)
	if err != nil {
		return err
	}
	if err := b.furnish(ctx, &shown); err != nil {
		return err
	}
	if b.floor, err = b.startFloor(ctx, works); err != nil {
		return err
	}
	defer b.floor.stop()
	now, err := b.costs(ctx, works, shown, func(string) bool { return true })
	if err != nil {
		return err
	}
	now.print()
	if b.check {
		return b.watch(ctx, works, shown, now)
	}
	if b.accept {
		now.Measured = fmt.Sprintf("On %s, medians of %d rounds of %s", time.Now().UTC().Format(time.DateOnly), b.pairs, b.length)
		return now.keep()
	}
	return nil
}

// watch holds figures against those that were accepted. What is dearer is measured up to
// five times more, in three rounds, and the best counts: a virtual machine may stand still for a
// second, and the engine is not always as much slower then.
func (b *bench) watch(ctx context.Context, works []workload, shown account, now figures) error {
	b.pairs = 3
	for range 5 {
		dearer := now.dearer(accepted)
		if len(dearer) == 0 {
			break
		}
		again, err := b.costs(ctx, works, shown, func(name string) bool { return dearer[name] != nil })
		if err != nil {
			return err
		}
		fmt.Println("\nonce more, because it was dearer:")
		again.print()
		now = now.better(again)
	}
	return now.heldAgainst(accepted)
}

// costs measures what is watched and asked for.
func (b *bench) costs(ctx context.Context, works []workload, shown account, wanted func(name string) bool) (now figures, err error) {
	err = b.undisturbed(ctx, func() error {
		for _, w := range works {
			if !wanted(w.name) {
				continue
			}
			pairs, err := b.compare(ctx, w)
			if err != nil {
				return err
			}
			now.Requests = append(now.Requests, figuresOf(w, pairs))
		}
		pages := slices.DeleteFunc(slices.Clone(watched), func(p page) bool { return !wanted(p.name) })
		unit := works[slices.IndexFunc(works, func(w workload) bool { return w.name == watchedUnit })]
		now.Pages, err = b.watchPages(ctx, shown, pages, unit)
		return err
	})
	return now, err
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

// compare runs all sides in changing order, because each finds the caches
// and tables that the others left.
func (b *bench) compare(ctx context.Context, w workload) (pairs []pair, err error) {
	onFloor := *b
	onFloor.service = b.floor
	var p pair
	sides := []func() error{
		func() (err error) { p.engine, err = b.engine(ctx, w.sql, superuser); return err },
		func() (err error) { p.service, err = b.api(ctx, w); return err },
	}
	if w.reads {
		sides = append(sides, func() (err error) { p.floor, err = onFloor.api(ctx, w); return err })
		if _, err := onFloor.sendRequests(ctx, w.lua, b.connections, warmUp); err != nil {
			return nil, err
		}
	}
	if _, err := b.sendRequests(ctx, w.lua, b.connections, warmUp); err != nil {
		return nil, err
	}
	for n := range b.pairs {
		p = pair{}
		for i := range sides {
			if err := sides[(i+n)%len(sides)](); err != nil {
				return nil, fmt.Errorf("%s: %w", w.name, err)
			}
		}
		pairs = append(pairs, p)
	}
	return pairs, nil
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
