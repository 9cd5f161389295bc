package main

import (
	"errors"
	"time"

	"vitrine/test/faults/load"
)

var restarted = row{
	name: "F3", fault: "PostgreSQL is killed and started again, one instance",
	target: "during the outage 99 of 100 answers within 1 s, service 10 s after PostgreSQL is back, nothing lost",
	run: func(w *world) error {
		if err := w.one(); err != nil {
			return err
		}
		var down, back time.Duration
		all, err := w.under(w.bases(), load.Options{}, func(now func() time.Duration) error {
			down = now()
			if err := errors.Join(w.database.tell("kill"), w.wait(5*time.Second)); err != nil {
				return err
			}
			if err := w.database.start(); err != nil {
				return err
			}
			back = now()
			return w.wait(15 * time.Second)
		})
		if err != nil {
			return err
		}
		w.outage(all, down, back, 10*time.Second)
		during := all.Between(down, back)
		p99 := during.Percentile(0.99)
		w.figure("p99 during the outage", p99)
		w.figure("slowest answer during the outage", during.Percentile(1))
		w.expect(p99 <= time.Second, "one of a hundred answers took longer than %s during the outage", p99)
		return nil
	},
}

// outage measures when requests began and ceased to fail.
func (w *world) outage(all load.Samples, down, back, within time.Duration) {
	gap, _ := all.LongestGap(load.GoodWrite)
	bad := all.Bad()
	w.figure("outage", back-down)
	w.figure("failed requests", len(bad))
	w.figure("longest time without an acknowledged write", gap)
	w.expect(len(bad) > 0, "no request failed: the fault proves nothing")
	w.expect(len(all.Between(0, down-time.Second).Bad()) == 0, "requests failed before the fault")
	recovered := time.Duration(0)
	for _, s := range bad {
		recovered = max(recovered, s.At-back)
	}
	w.figure("last failed request after it was over", recovered)
	w.expect(recovered <= within, "requests still failed %s after the fault was over, want %s at most", recovered, within)
	statuses := bad.Statuses()
	w.expect(statuses[500] == 0, "%d answers were 500, which says that nobody expected it", statuses[500])
}
