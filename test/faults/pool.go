package main

import (
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/test/faults/load"
)

var exhausted = row{
	name: "F10", fault: "a lock held for 10 s blocks every connection of the pool, one instance",
	target: "health answers 200 within 100 ms; 9 of 10 others 503 within 1.2 s, all within 6 s",
	run: func(w *world) error {
		if err := w.one(); err != nil {
			return err
		}
		var health load.Samples
		var locked, free time.Duration
		all, err := w.under(w.bases(), load.Options{}, func(now func() time.Duration) error {
			conn, err := pgx.Connect(w.ctx, w.database.url)
			if err != nil {
				return err
			}
			defer conn.Close(w.ctx)
			if _, err := conn.Exec(w.ctx, `begin; lock table api_keys in access exclusive mode`); err != nil {
				return err
			}
			locked = now()
			if err := w.wait(time.Second); err != nil { // until no connection is free
				return err
			}
			for free = now(); free < locked+10*time.Second; free = now() {
				began := now()
				status := w.instances[0].status("/api/health")
				health = append(health, load.Sample{At: began, Took: now() - began, Status: status})
				if err := w.wait(50 * time.Millisecond); err != nil {
					return err
				}
			}
			_, err = conn.Exec(w.ctx, `rollback`)
			return err
		})
		if err != nil {
			return err
		}
		during := all.Between(locked+time.Second, free-4*time.Second) // the last ones get through
		bad := health.Where(func(s load.Sample) bool { return s.Status != http.StatusOK })
		w.figure("health asked", len(health))
		w.figure("health not 200", len(bad))
		w.figure("health p99", health.Percentile(0.99))
		w.figure("requests during the lock", len(during))
		w.figure("statuses during the lock", statuses(during))
		w.figure("p50 of 503", during.Bad().Percentile(0.5))
		w.figure("p90 of 503", during.Bad().Percentile(0.9))
		w.figure("slowest 503", during.Bad().Percentile(1))
		w.expect(len(bad) == 0, "health was %s", statuses(bad))
		w.expect(health.Percentile(0.99) < 100*time.Millisecond, "health took %s", health.Percentile(0.99))
		w.expect(during.Bad().Percentile(0.9) <= 1200*time.Millisecond, "one of ten 503 took longer than %s", during.Bad().Percentile(0.9))
		w.expect(during.Bad().Percentile(1) <= 6*time.Second, "a 503 took %s", during.Bad().Percentile(1))
		w.expect(during.Bad().Statuses()[503] == len(during), "while locked, not all was 503: %s", statuses(during))
		late := all.Between(free+time.Second, time.Hour).Bad()
		w.figure("failed 1 s after the lock", len(late))
		w.expect(len(late) == 0, "%d requests failed 1 s after the lock was gone", len(late))
		return nil
	},
}
