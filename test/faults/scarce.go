package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"vitrine/test/faults/load"
)

var busy = row{
	name: "F15", fault: "four busy processes on the machine (stress-ng --cpu 4) and eight clients that log in without pause, one instance",
	target: "hashing passwords does not starve reads: p99 of reads below 500 ms",
	run: func(w *world) error {
		if err := w.one(); err != nil {
			return err
		}
		who, err := w.stranger()
		if err != nil {
			return err
		}
		var busy, from, to time.Duration
		all, err := w.under(w.bases(), load.Options{}, func(now func() time.Duration) error {
			busy = now()
			idle, err := w.stress("--cpu", "4")
			if err != nil {
				return err
			}
			if err := w.wait(15 * time.Second); err != nil { // without logins, for comparison
				return err
			}
			from = now()
			var refused atomic.Int64
			stop := crowd(8, func() {
				if r := (client{base: w.instances[0].url}).post("/api/login", map[string]string{"email": who.Email, "password": load.Password}); r.status != 200 {
					refused.Add(1)
				}
			})
			err = w.wait(20 * time.Second)
			w.figure("logins", stop())
			w.figure("logins that failed", refused.Load())
			to = now()
			idle()
			return err
		})
		if err != nil {
			return err
		}
		read := func(s load.Sample) bool { return !s.Write }
		w.figure("p99 without logins", all.Between(busy, from).Where(read).Percentile(0.99))
		with := all.Between(from, to).Where(read).Percentile(0.99)
		w.figure("p99 with logins", with)
		w.expect(with < 500*time.Millisecond, "p99 is %s with logins", with)
		w.compare(all.Between(0, to), busy, to, 500*time.Millisecond, read)
		return nil
	},
}

var little = row{
	name: "F16", fault: "256 MiB of memory (cgroup, GOMEMLIMIT=200MiB), 16 clients that import documents as large as may be and 8 that log in, for 3 minutes instead of an hour",
	target:    "not killed for memory; every request is answered, with 503 if there is too much to do",
	needsRoot: "to make a control group",
	run: func(w *world) error {
		if err := w.startDatabase(); err != nil {
			return err
		}
		peak, err := w.limitMemory(256 << 20)
		if err != nil {
			return err
		}
		if err := w.serve(1, w.database.url, "GOMEMLIMIT=200MiB"); err != nil {
			return err
		}
		who, err := w.stranger()
		if err != nil {
			return err
		}
		pid := w.instances[0].cmd.Process.Pid
		all, err := w.under(w.bases(), load.Options{}, func(func() time.Duration) error {
			bombs := importBombs()
			var turn atomic.Int64
			importer := client{base: w.instances[0].url, token: who.Token}
			imports := crowd(16, func() { importer.send("POST", "/api/collection-types/import", bombs[turn.Add(1)%int64(len(bombs))]) })
			logins := crowd(8, func() {
				importer.post("/api/login", map[string]string{"email": who.Email, "password": load.Password})
			})
			err := w.wait(3 * time.Minute)
			w.figure("imports", imports())
			w.figure("logins", logins())
			used, failed := peak()
			w.figure("most memory used (MiB)", used)
			w.figure("times the limit was touched", failed)
			return err
		})
		if err != nil {
			return err
		}
		w.figure("failed requests", len(all.Bad()))
		w.figure("p99 of reads", all.Where(func(s load.Sample) bool { return !s.Write }).Percentile(0.99))
		w.expect(w.instances[0].cmd.Process.Pid == pid && all.Statuses()[0] == 0, "requests were not answered: %s", statuses(all))
		w.expect(all.Statuses()[503] == len(all.Bad()), "not all that failed was 503: %s", statuses(all.Bad()))
		return nil
	},
}

// limitMemory puts instances started from now on into a control group. peak
// returns their maximum use in MiB, and how often they hit the limit.
func (w *world) limitMemory(bytes int) (peak func() (int, int), err error) {
	dir, limit, used, touched := "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.max_usage_in_bytes", "memory.failcnt"
	if !exists(dir) { // version 2
		dir, limit, used, touched = "/sys/fs/cgroup", "memory.max", "memory.peak", ""
	}
	dir = filepath.Join(dir, fmt.Sprint("vitrine-faults-", os.Getpid()))
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, err
	}
	w.cleanup(func() { _ = os.Remove(dir) })
	if err := os.WriteFile(filepath.Join(dir, limit), []byte(strconv.Itoa(bytes)), 0o644); err != nil {
		return nil, err
	}
	w.wrap = []string{"sh", "-c", "echo $$ >" + dir + "/cgroup.procs && exec \"$@\"", "sh"}
	number := func(name string) int {
		content, _ := os.ReadFile(filepath.Join(dir, name))
		n, _ := strconv.Atoi(strings.TrimSpace(string(content)))
		return n
	}
	return func() (int, int) { return number(used) >> 20, number(touched) }, nil
}

// importBombs are the most costly documents: as many fields and options, as
// deep and as long as a request may be.
func importBombs() []string {
	quoted := func(document string) string {
		encoded := strconv.Quote(document)
		return `{"json":` + encoded + `}`
	}
	kind := func(fields string) string {
		return `{"schemaVersion":1,"type":{"name":"Bomb","color":"#336699","groups":[],"standaloneFields":[` + fields + `]}}`
	}
	options := strings.TrimSuffix(strings.Repeat(`"o",`, 20_000), ",")
	return []string{
		quoted(kind(strings.TrimSuffix(strings.Repeat(`{"name":"f","type":"text"},`, 3_600), ","))),
		quoted(kind(`{"name":"f","type":"select","options":[` + options + `]}`)),
		quoted(strings.Repeat(`[`, 50_000) + strings.Repeat(`]`, 50_000)),
		quoted(strings.Repeat(`{"a":`, 200_000)),
		`{"json":"` + strings.Repeat("x", 1<<20-20) + `"}`,
		strings.Repeat(`[`, 1<<20),
	}
}
