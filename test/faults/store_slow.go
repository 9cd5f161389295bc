package main

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/test/faults/gallery"
	"vitrine/test/faults/load"
)

var storeSlow = row{
	name: "F27", fault: "every answer of the store of files takes 2 s longer, for 30 s; 100 users upload and read photos; one instance with 16 connections to the database",
	target: "photos are slow (p99 below 12 s) and none fails; no connection to the database is held while the store is waited for; the load notices nothing (p99 below 500 ms, none fails)",
	run: func(w *world) error {
		p, err := w.show(w.bucket)
		if err != nil {
			return err
		}
		var from, to time.Duration
		var held holding
		all, g, err := w.exhibit(p, 100, gallery.Options{Pause: 3 * time.Second}, func(_ *gallery.Gallery, now func() time.Duration) error {
			from = now()
			p.wire.Slow(2 * time.Second)
			stop := w.watch(&held)
			err := w.wait(30 * time.Second)
			stop()
			p.wire.Slow(0)
			to = now()
			return err
		})
		if err != nil {
			return err
		}
		for name, samples := range samplesOf(g) {
			during := ended(samples, from, to)
			w.figure(name+" during", statuses(during))
			w.figure("p50 of "+name+" during", during.Percentile(0.5))
			w.figure("p99 of "+name+" during", during.Percentile(0.99))
			w.expect(len(during) > 50, "%d %s prove little", len(during), name)
			w.expect(during.Percentile(0.99) < 12*time.Second, "p99 of %s is %s", name, during.Percentile(0.99))
			w.expect(len(samples.Bad()) == 0, "%s failed: %s", name, statuses(samples.Bad()))
		}
		most := atOnce(append(g.Uploads(), g.Reads()...))
		w.figure("photos under way at once", most)
		w.figure("connections to the database in use at once", held.most)
		w.figure("times a transaction was open for 1 s", held.long)
		w.expect(g.Uploads().Between(from, to).Percentile(0.5) > 2*time.Second, "the store was not slow")
		w.expect(most > 30, "%d photos under way at once prove little", most)
		w.expect(held.looked > 100 && held.err == nil, "the connections were looked at %d times: %v", held.looked, held.err)
		w.expect(held.long == 0, "a transaction was open for 1 s, %d times", held.long)
		w.unharmed(all, from, to)
		return nil
	},
}

// holding is how connections to the database were held.
type holding struct {
	looked, most, long int
	err                error
}

// watch looks at the connections until stopped.
func (w *world) watch(h *holding) (stop func()) {
	ctx, cancel := context.WithCancel(w.ctx)
	var running sync.WaitGroup
	running.Go(func() {
		conn, err := pgx.Connect(ctx, w.database.url)
		if err != nil {
			h.err = err
			return
		}
		defer conn.Close(w.ctx)
		for ; ctx.Err() == nil; time.Sleep(50 * time.Millisecond) {
			var most, long int
			if h.err = conn.QueryRow(w.ctx, `
				select count(*) filter (where state <> 'idle'), count(*) filter (where clock_timestamp() - xact_start > interval '1 second')
				from pg_stat_activity where application_name = 'vitrine'`).Scan(&most, &long); h.err != nil {
				return
			}
			h.looked++
			h.most, h.long = max(h.most, most), h.long+long
		}
	})
	return func() { cancel(); running.Wait() }
}

// atOnce is how many requests were under way at the same time, at most.
func atOnce(all load.Samples) (most int) {
	for _, s := range all {
		n := 0
		for _, other := range all {
			if other.At <= s.At && s.At < other.At+other.Took {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}
