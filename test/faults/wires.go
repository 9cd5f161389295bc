package main

import (
	"net/http"
	"time"

	"vitrine/test/faults/link"
	"vitrine/test/faults/load"
)

// roomy is a pool for a slow database: a request holds its connection until the
// database answers, so 200 requests per second of half a second each need 100
// connections.
const roomy = "&pool_max_conns=64"

var slow = row{
	name: "F7", fault: "every answer of PostgreSQL takes 200 ms longer, then 2 s; three instances with 64 connections each",
	target: "at 200 ms p99 below 1 s; at 2 s 503 and memory within 64 MiB; then as before",
	run: func(w *world) error {
		if err := w.startDatabase(); err != nil {
			return err
		}
		wire, url, err := w.linked()
		if err != nil {
			return err
		}
		if err := w.serve(3, url+roomy); err != nil {
			return err
		}
		front, err := w.balance()
		if err != nil {
			return err
		}
		var slow, slower, over time.Duration
		var before, after int
		all, err := w.under([]string{front}, load.Options{}, func(now func() time.Duration) error {
			wire.Slow(200 * time.Millisecond)
			if err := w.wait(20 * time.Second); err != nil { // connections are opened, statements prepared
				return err
			}
			slow = now()
			if err := w.wait(30 * time.Second); err != nil {
				return err
			}
			before = w.resident()
			wire.Slow(2 * time.Second)
			slower = now()
			if err := w.wait(20 * time.Second); err != nil {
				return err
			}
			after = w.resident()
			wire.Slow(0)
			over = now()
			return w.wait(15 * time.Second)
		})
		if err != nil {
			return err
		}
		at200 := all.Between(slow, slower-5*time.Second) // later ones may end at 2 s
		keyed := at200.Where(func(s load.Sample) bool { return s.Status == http.StatusCreated })
		plain := at200.Where(func(s load.Sample) bool { return s.Status != http.StatusCreated })
		w.figure("p50 before", all.Between(0, slow-20*time.Second).Percentile(0.5))
		w.figure("p50 at 200 ms", at200.Percentile(0.5))
		w.figure("p99 at 200 ms", at200.Percentile(0.99))
		w.figure("p99 of creations by key at 200 ms", keyed.Percentile(0.99))
		w.figure("p99 of all others at 200 ms", plain.Percentile(0.99))
		w.figure("failed at 200 ms", len(at200.Bad()))
		w.expect(at200.Percentile(0.99) < time.Second, "p99 is %s at 200 ms", at200.Percentile(0.99))
		w.expect(len(at200.Bad()) == 0, "%d requests failed at 200 ms: %s", len(at200.Bad()), statuses(at200.Bad()))
		at2 := all.Between(slower, over)
		w.figure("answered 2xx at 2 s", len(at2)-len(at2.Bad()))
		w.figure("statuses at 2 s", statuses(at2))
		w.figure("memory grown at 2 s (MiB)", after-before)
		w.expect(after-before < 64, "memory grew by %d MiB", after-before)
		late := all.Between(over+10*time.Second, time.Hour).Bad()
		w.figure("failed 10 s after it was over", len(late))
		w.expect(len(late) == 0, "%d requests failed 10 s after it was over", len(late))
		return nil
	},
}

// resident is the memory of all instances, in MiB.
func (w *world) resident() (sum int) {
	for _, i := range w.instances {
		sum += i.usage().resident
	}
	return sum
}

var torn = row{
	name: "F8", fault: "the link to PostgreSQL is torn at a COMMIT, before or after it is done, 200 times",
	target: "an unknown outcome is 503, and the same Idempotency-Key then gives exactly one row",
	run: func(w *world) error {
		wire, err := w.wired()
		if err != nil {
			return err
		}
		const each = 100
		all, err := w.under(w.bases(), load.Options{}, func(now func() time.Duration) error {
			for n, moment := range []link.Moment{link.After, link.Before} {
				wire.TearAt(moment, each)
				for wire.Torn() < (n+1)*each && now() < time.Minute {
					if err := w.wait(100 * time.Millisecond); err != nil {
						return err
					}
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		again := all.Where(func(s load.Sample) bool { return s.Again > 0 })
		w.figure("torn commits", wire.Torn())
		w.figure("sent again", len(again))
		bad := all.Bad()
		w.figure("failed requests", len(bad))
		w.expect(wire.Torn() == 2*each, "only %d commits were torn", wire.Torn())
		w.expect(len(bad) >= 2*each, "%d requests failed of %d torn", len(bad), wire.Torn())
		w.expect(bad.Statuses()[503] == len(bad), "failures are not all 503: %s", statuses(bad))
		w.expect(len(again) >= 2*each, "only %d requests were sent again", len(again))
		return nil
	},
}

var silent = row{
	name: "F9", fault: "the link to PostgreSQL falls silent without a word (no reset) for 20 s; old connections stay dead",
	target: "no request waits longer than 15 s, service 15 s after the link is back, nothing lost",
	run: func(w *world) error {
		wire, err := w.wired()
		if err != nil {
			return err
		}
		var down, back time.Duration
		all, err := w.under(w.bases(), load.Options{Timeout: 45 * time.Second}, func(now func() time.Duration) error {
			down = now()
			wire.Silence()
			if err := w.wait(20 * time.Second); err != nil {
				return err
			}
			wire.Mend()
			back = now()
			return w.wait(20 * time.Second)
		})
		if err != nil {
			return err
		}
		w.outage(all, down, back, 15*time.Second)
		slowest := all.Between(down-time.Second, back).Percentile(1)
		w.figure("longest wait", slowest)
		w.expect(slowest <= 15*time.Second, "a request waited %s", slowest)
		return nil
	},
}
