// Command bench measures the cost of a request as a share of the same work in
// the bare engine: pgbench with one prepared statement that also looks up the
// token; and of the floor, the least that a program in Go needs for it.
//
// The measure is processor time per operation of load generator, service and
// PostgreSQL together. Unlike throughput, it holds on a busy machine. API and
// engine run in adjacent pairs on the same database with the same number of
// connections; medians are printed. Final figures need a quiet machine and
// -pairs 10.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var b bench
	flag.StringVar(&b.binary, "vitrine", "bin/vitrine", "the `binary` to measure")
	flag.IntVar(&b.pairs, "pairs", 5, "adjacent pairs of runs per figure")
	flag.IntVar(&b.connections, "connections", 16, "connections of the load")
	flag.DurationVar(&b.length, "length", 8*time.Second, "length of a run, in whole seconds")
	flag.StringVar(&b.staying, "database", "", "the `URL` of a database that stays, for web and lists: it is filled once; default: a private one")
	flag.IntVar(&b.large, "large", 1_000_000, "items in the largest account")
	flag.IntVar(&b.demo, "demo", 20_000, "items of the demo that is weighed")
	flag.StringVar(&b.part, "part", "", "of exchange: imports, cancel, beside, packs, archives or lists; default: all")
	flag.BoolVar(&b.check, "check", false, "of cost: fail if something became dearer than what was accepted")
	flag.BoolVar(&b.accept, "accept", false, "of cost: keep the figures as accepted, and write them into docs/measured/requests.md")
	only := flag.String("only", "", "start, cost, security, load, growth, writers, logins, photos, web, lists, value, trash, batches, exchange or size; default: all but size")
	flag.Parse()
	if err := b.run(ctx, *only); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// bench is a run of the whole program.
type bench struct {
	binary      string
	staying     string // the URL of a database that stays
	pairs       int
	connections int
	length      time.Duration
	large       int
	demo        int
	part        string
	check       bool
	accept      bool

	database database
	service  service
	floor    service // while cost is measured
	dir      string  // files of the load generators
}

func (b *bench) run(ctx context.Context, only string) error {
	var err error
	if b.dir, err = os.MkdirTemp("", "bench"); err != nil {
		return err
	}
	defer os.RemoveAll(b.dir)
	if b.database, err = startDatabase(ctx, b.staying); err != nil {
		return err
	}
	if b.staying == "" {
		defer b.database.stop()
	}
	if b.service, err = startService(ctx, b.binary, b.database.url); err != nil {
		return err
	}
	defer b.service.stop()
	for _, part := range []struct {
		name string
		run  func(context.Context) error
	}{{"start", b.startup}, {"cost", b.cost}, {"security", b.security}, {"load", b.load}, {"growth", b.growth}, {"writers", b.writers}, {"logins", b.logins}, {"photos", b.photos}, {"web", b.web}, {"lists", b.lists}, {"value", b.value}, {"trash", b.trash}, {"batches", b.batches}, {"exchange", b.exchange}, {"size", b.size}} {
		if only != part.name && (only != "" || part.name == "size") { // size must be measured alone
			continue
		}
		if err := part.run(ctx); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
	}
	return nil
}
