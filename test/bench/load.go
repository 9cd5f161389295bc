package main

import (
	"bytes"
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
	wrkDone      = regexp.MustCompile(`(\d+) requests in`)
	wrkErrors    = regexp.MustCompile(`Non-2xx or 3xx responses: (\d+)`)
	pgbenchDone  = regexp.MustCompile(`number of transactions actually processed: (\d+)`)
	pgbenchWrong = regexp.MustCompile(`number of failed transactions: (\d+)`)
)

// api sends requests by wrk; the Lua says which.
func (b *bench) api(ctx context.Context, lua string) (sample, error) {
	return b.measure(ctx, "request.lua", lua, wrkDone, wrkErrors, []int{b.service.Process.Pid, b.database.postmaster},
		"wrk", "-t2", "-c"+strconv.Itoa(b.connections), fmt.Sprintf("-d%ds", int(b.length.Seconds())), "-s", "FILE", b.service.base)
}

// bare runs a statement by pgbench, prepared.
func (b *bench) bare(ctx context.Context, script string) (sample, error) {
	return b.measure(ctx, "statement.sql", script, pgbenchDone, pgbenchWrong, []int{b.database.postmaster},
		"pgbench", "-n", "-M", "prepared", "-j2", "-c"+strconv.Itoa(b.connections), "-T"+strconv.Itoa(int(b.length.Seconds())), "-f", "FILE", b.database.url)
}

// measure runs a load generator over a script and divides the processor time of
// all that took part by what was done.
func (b *bench) measure(ctx context.Context, file, script string, done, wrong *regexp.Regexp, pids []int, command ...string) (sample, error) {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return sample{}, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, file)
	if err := os.WriteFile(path, []byte(script), 0o644); err != nil {
		return sample{}, err
	}
	for i := range command {
		command[i] = strings.ReplaceAll(command[i], "FILE", path)
	}
	before := time.Duration(0)
	for _, pid := range pids {
		before -= cpuTime(pid)
	}
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return sample{}, fmt.Errorf("%s: %w: %s", command[0], err, out.String())
	}
	took := time.Since(start)
	used := before + cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	for _, pid := range pids {
		used += cpuTime(pid)
	}
	m := done.FindStringSubmatch(out.String())
	if m == nil {
		return sample{}, fmt.Errorf("%s said nothing of what it did: %s", command[0], out.String())
	}
	if w := wrong.FindStringSubmatch(out.String()); w != nil && w[1] != "0" {
		return sample{}, fmt.Errorf("%s: %s failed: %s", command[0], w[1], out.String())
	}
	n, err := strconv.Atoi(m[1])
	if err != nil || n == 0 {
		return sample{}, fmt.Errorf("%s did nothing: %s", command[0], out.String())
	}
	return sample{used.Seconds() * 1e6 / float64(n), float64(n) / took.Seconds()}, nil
}
