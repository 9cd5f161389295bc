package main

import (
	"errors"
	"syscall"
	"time"

	"vitrine/test/faults/load"
)

var nothing = row{
	name: "F0", fault: "nothing is broken: what the machine gives, to compare with; three instances behind HAProxy",
	target: "no request fails, p99 below 500 ms",
	run: func(w *world) error {
		front, err := w.three()
		if err != nil {
			return err
		}
		var from, to time.Duration
		all, err := w.under([]string{front}, load.Options{}, func(now func() time.Duration) error {
			from = now()
			err := w.wait(20 * time.Second)
			to = now()
			return err
		})
		if err != nil {
			return err
		}
		w.compare(all, from, to, 500*time.Millisecond, func(load.Sample) bool { return true })
		return nil
	},
}

var killed = row{
	name: "F1", fault: "kill -9 of one of three instances behind HAProxy",
	target: "writes stop for 1 s at most, no 5xx after 2 s, nothing lost",
	run: func(w *world) error {
		front, err := w.three()
		if err != nil {
			return err
		}
		var at time.Duration
		all, err := w.under([]string{front}, load.Options{}, func(now func() time.Duration) error {
			w.instances[1].kill()
			at = now()
			if err := w.wait(15 * time.Second); err != nil {
				return err
			}
			return w.instances[1].start()
		})
		if err != nil {
			return err
		}
		gap, _ := all.Between(at-time.Second, at+10*time.Second).LongestGap(load.GoodWrite)
		w.figure("longest time without an acknowledged write", gap)
		w.figure("failed requests", len(all.Bad()))
		late := all.Between(at+2*time.Second, time.Hour).Bad()
		w.expect(gap <= time.Second, "no write was acknowledged for %s", gap)
		w.expect(len(all.Between(0, at-time.Second).Bad()) == 0, "requests failed before the kill")
		w.expect(len(late) == 0, "%d requests failed more than 2 s after the kill: %s", len(late), statuses(late))
		return nil
	},
}

var rolling = row{
	name: "F2", fault: "rolling restart of three instances behind HAProxy by SIGTERM",
	target: "none of 10,000 requests fails",
	run: func(w *world) error {
		front, err := w.three()
		if err != nil {
			return err
		}
		all, err := w.under([]string{front}, load.Options{}, func(now func() time.Duration) error {
			for _, i := range w.instances {
				i.signal(syscall.SIGTERM)
				if err := errors.Join(i.start(), w.wait(3*time.Second)); err != nil {
					return err
				}
			}
			return w.wait(46*time.Second - now()) // 10,000 at 200 per second, with the last five seconds
		})
		if err != nil {
			return err
		}
		bad := all.Bad()
		w.figure("failed requests", len(bad))
		w.expect(len(all) >= 10_000, "only %d requests were made", len(all))
		for _, s := range first(bad, 3) {
			w.expect(false, "at %s: status %d after %s, write %t %s", s.At, s.Status, s.Took, s.Write, s.Failure)
		}
		return nil
	},
}
