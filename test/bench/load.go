package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// crowds are numbers of concurrent clients.
var crowds = []int{16, 64, 256}

// answers are the results of a crowd.
type answers struct {
	perSecond float64
	p50, p99  time.Duration
	failed    int
}

// load prints how fast the service and the engine answer under load. Every
// client sends its next request when it has the last answer, so these are the
// times of a service that is always busy.
func (b *bench) load(ctx context.Context) error {
	works, err := b.prepare(ctx)
	if err != nil {
		return err
	}
	return b.undisturbed(ctx, func() error {
		fmt.Printf("\n%-38s %8s |%8s %9s %9s %8s |%8s %9s %9s\n", "", "clients", "svc op/s", "p50 ms", "p99 ms", "failed", "eng op/s", "p50 ms", "p99 ms")
		for _, w := range works[:3] {
			if _, err := b.sendRequests(ctx, w.lua, b.connections, warmUp); err != nil {
				return err
			}
			for _, clients := range crowds {
				service, err := b.crowdAtService(ctx, w, clients)
				if err != nil {
					return err
				}
				engine, err := b.crowdAtEngine(ctx, w, clients)
				if err != nil {
					return err
				}
				fmt.Printf("%-38s %8d |%s %8d |%s\n", w.name, clients, service, service.failed, engine)
			}
		}
		return nil
	})
}

func (a answers) String() string {
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	return fmt.Sprintf("%8.0f %9.2f %9.2f", a.perSecond, ms(a.p50), ms(a.p99))
}

func (b *bench) crowdAtService(ctx context.Context, w workload, clients int) (answers, error) {
	if err := b.calm(ctx); err != nil {
		return answers{}, err
	}
	ran, err := b.sendRequests(ctx, w.lua, clients, b.length)
	return answers{float64(ran.done) / ran.took.Seconds(), ran.p50, ran.p99, ran.failed}, err
}

// crowdAtEngine has pgbench log the time of each transaction. Connecting many
// clients does not count: only the end of the run, as long as a run is, does.
func (b *bench) crowdAtEngine(ctx context.Context, w workload, clients int) (answers, error) {
	if err := b.calm(ctx); err != nil {
		return answers{}, err
	}
	connecting := time.Second + time.Duration(clients)*20*time.Millisecond
	cmd, err := b.pgbench(ctx, w.sql, superuser, clients, b.length+connecting, "-l", "--log-prefix="+logPrefix)
	if err != nil {
		return answers{}, err
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return answers{}, fmt.Errorf("pgbench: %w: %s", err, out)
	}
	done, err := b.readLogs()
	if err != nil {
		return answers{}, err
	}
	if len(done) == 0 {
		return answers{}, fmt.Errorf("pgbench wrote down no transaction of %s", w.name)
	}
	last := slices.MaxFunc(done, func(a, b transaction) int { return a.ended.Compare(b.ended) }).ended
	done = slices.DeleteFunc(done, func(t transaction) bool { return last.Sub(t.ended) > b.length })
	slices.SortFunc(done, func(a, b transaction) int { return cmp.Compare(a.took, b.took) })
	n := len(done)
	return answers{float64(n) / b.length.Seconds(), done[n/2].took, done[n*99/100].took, 0}, nil
}

const logPrefix = "transactions"

// transaction is a line of pgbench's log: client, number, microseconds, script,
// and the time of its end in seconds and microseconds.
type transaction struct {
	ended time.Time
	took  time.Duration
}

// readLogs reads and removes pgbench's logs. A failing statement ends the run,
// so all of them succeeded.
func (b *bench) readLogs() (done []transaction, err error) {
	logs, err := filepath.Glob(filepath.Join(b.dir, logPrefix+".*"))
	if err != nil {
		return nil, err
	}
	for _, log := range logs {
		content, err := os.ReadFile(log)
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(content)) {
			var took, at, micros int64
			if _, err := fmt.Sscanf(line, "%d %d %d %d %d %d", new(int), new(int), &took, new(int), &at, &micros); err != nil {
				return nil, fmt.Errorf("%q: %w", line, err)
			}
			done = append(done, transaction{time.Unix(at, micros*1000), time.Duration(took) * time.Microsecond})
		}
		if err := os.Remove(log); err != nil {
			return nil, err
		}
	}
	return done, nil
}
