package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var (
	wrkDone   = regexp.MustCompile(`(\d+) requests in`)
	wrkNot2xx = regexp.MustCompile(`Non-2xx or 3xx responses: (\d+)`)
	wrkSocket = regexp.MustCompile(`Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)`)
	wrkTook   = regexp.MustCompile(`(\d+)%\s+([\d.]+)(us|ms|s)\b`)
)

// wrk is the result of a run of wrk.
type wrk struct {
	done, failed int
	p50, p99     time.Duration
	took         time.Duration
	used         time.Duration // its own processor time
}

// sendRequests runs wrk over a Lua script, with that many clients.
func (b *bench) sendRequests(ctx context.Context, lua string, clients int, length time.Duration) (wrk, error) {
	return b.sendRequestsTo(ctx, b.service.base, lua, clients, length)
}

func (b *bench) sendRequestsTo(ctx context.Context, base, lua string, clients int, length time.Duration) (w wrk, err error) {
	script, err := b.script("request.lua", lua)
	if err != nil {
		return w, err
	}
	cmd := exec.CommandContext(ctx, "wrk", "-t2", "-c"+strconv.Itoa(clients), fmt.Sprintf("-d%ds", seconds(length)), "--latency", "-s", script, base)
	start := time.Now()
	out, err := cmd.CombinedOutput()
	if err != nil {
		return w, fmt.Errorf("wrk: %w: %s", err, out)
	}
	w = wrk{took: time.Since(start), used: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	for _, m := range wrkTook.FindAllStringSubmatch(string(out), -1) {
		took, err := time.ParseDuration(strings.Replace(m[2]+m[3], "us", "µs", 1))
		switch {
		case err != nil:
			return w, err
		case m[1] == "50":
			w.p50 = took
		case m[1] == "99":
			w.p99 = took
		}
	}
	w.done, w.failed = sum(wrkDone, out), sum(wrkNot2xx, out)+sum(wrkSocket, out)
	if w.done == 0 {
		return w, fmt.Errorf("wrk did nothing: %s", out)
	}
	return w, nil
}

// sum adds the numbers that a pattern finds.
func sum(pattern *regexp.Regexp, text []byte) (total int) {
	if found := pattern.FindSubmatch(text); found != nil {
		for _, number := range found[1:] {
			n, _ := strconv.Atoi(string(number))
			total += n
		}
	}
	return total
}

// api measures requests. Database connections are warm from earlier runs, and
// wrk's are cheap to open, so the whole run counts.
func (b *bench) api(ctx context.Context, w workload) (sample, error) {
	if err := b.calm(ctx); err != nil {
		return sample{}, err
	}
	before, err := b.spent(0)
	if err != nil {
		return sample{}, err
	}
	ran, err := b.sendRequests(ctx, w.lua, b.connections, b.length)
	if err != nil {
		return sample{}, err
	}
	if ran.failed > 0 {
		return sample{}, fmt.Errorf("%s: %d of %d requests failed", w.name, ran.failed, ran.done)
	}
	after, err := b.spent(0)
	after.client = ran.used
	return after.each(before, float64(ran.done), ran.took), err
}

// script writes a file for a load generator.
func (b *bench) script(name, content string) (string, error) {
	path := filepath.Join(b.dir, name)
	return path, os.WriteFile(path, []byte(content), 0o644)
}

func seconds(d time.Duration) int { return max(1, int(d.Seconds())) }
