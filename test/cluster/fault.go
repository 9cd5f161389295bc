package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"vitrine/test/faults/load"
	"vitrine/test/faults/result"
)

// row is a row of the fault matrix that needs a cluster.
type row struct {
	name, fault, target string
	setup               cluster
	mustLose            bool // a control: the check must notice a loss
	happens             func(*trial) error
}

// trial is a running row with its results.
type trial struct {
	*cluster
	load    *load.Load
	figures map[string]any
	misses  []string // of the row's target
}

// accounts is the number of accounts in the load.
const accounts = 500

// fault runs rows, each on its own cluster.
func fault(dir string, names []string) error {
	if len(names) == 1 && names[0] == "all" {
		names = nil
		for _, r := range rows {
			names = append(names, r.name)
		}
	}
	if len(names) == 0 {
		for _, r := range rows {
			fmt.Printf("%-4s %s\n     target: %s\n", r.name, r.fault, r.target)
		}
		return nil
	}
	var failed error
	for _, name := range names {
		i := slices.IndexFunc(rows, func(r row) bool { return r.name == name })
		if i < 0 {
			return fmt.Errorf("there is no row %s; fault alone lists them", name)
		}
		if err := rows[i].run(filepath.Join(dir, "fault-"+name)); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", name, err))
		}
	}
	return failed
}

func (r row) run(dir string) (err error) {
	fmt.Printf("%s %s\n", r.name, r.fault)
	c := r.setup
	c.Dir = dir
	came := result.Result{Row: r.name, Fault: r.fault, Target: r.target, Command: "go run ./test/cluster fault " + r.name, Machine: result.Machine()}
	began := time.Now()
	if err := c.up(); err != nil {
		return fmt.Errorf("%w\nlogs are in %s; go run ./test/cluster -dir %s down cleans up", err, dir, dir)
	}
	defer func() { err = errors.Join(err, c.down()) }()
	t := &trial{cluster: &c, figures: map[string]any{}}
	t.figure("cluster started in", time.Since(began))
	if err := t.under(r); err != nil {
		return err
	}
	came.Figures, came.Misses, came.Pass = t.figures, t.misses, len(t.misses) == 0
	came.Print()
	if err := came.Append(); err != nil || came.Pass {
		return err
	}
	return fmt.Errorf("%d of its targets are missed", len(t.misses))
}

// under applies load for ten seconds, causes the fault, continues for ten more,
// and checks the promises.
func (t *trial) under(r row) error {
	ctx := context.Background()
	made, err := load.Accounts(ctx, t.superURL(), accounts)
	if err != nil {
		return fmt.Errorf("accounts for the load: %w", err)
	}
	t.load = load.Start(made, []string{t.webURL()}, load.Options{Seed: uint64(time.Now().UnixNano()), Timeout: 15 * time.Second})
	defer t.load.Stop()
	time.Sleep(10 * time.Second)
	before := t.load.Samples().Bad()
	t.expect(len(before) == 0, "%d requests failed before the fault: %s", len(before), statuses(before))
	if err := r.happens(t); err != nil {
		return err
	}
	time.Sleep(10 * time.Second)
	t.load.Stop()
	if err := eventually(time.Minute, "PostgreSQL is complete again", t.complete); err != nil {
		return err
	}
	return t.check(ctx, r)
}

func (t *trial) check(ctx context.Context, r row) error {
	v, err := t.load.Check(ctx, t.superURL())
	if err != nil {
		return fmt.Errorf("check: %w", err)
	}
	all := t.load.Samples()
	gap, _ := all.LongestGap(load.GoodWrite)
	t.figure("longest time without an acknowledged write", gap)
	t.figure("failed requests", len(all.Bad()))
	t.figure("requests", len(all))
	t.figure("requests a second", int(float64(len(all))/all[len(all)-1].At.Seconds()))
	t.figure("acknowledged writes", v.Acknowledged)
	t.figure("acknowledged writes lost", len(v.Lost))
	t.figure("unknown writes", v.Unknown)
	t.figure("unknown writes that were done", v.UnknownDone)
	t.figure("log entries", v.Entries)
	t.figure("statuses", statuses(all))
	t.expect(t.load.NotSent() == 0, "%d requests were not sent because too many were under way", t.load.NotSent())
	if r.mustLose {
		t.expect(len(v.Lost) > 0, "nothing was lost, so the row shows nothing")
		return nil
	}
	t.expect(all.Statuses()[500] == 0, "some answers were 500, which says that nobody expected it: %s", t.unexpected())
	for _, harm := range v.Faults()[:min(20, len(v.Faults()))] {
		t.expect(false, "%s", harm)
	}
	t.expect(v.Entries == v.Acknowledged+v.UnknownDone, "%d log entries of %d acknowledged writes and %d unknown ones that were done", v.Entries, v.Acknowledged, v.UnknownDone)
	return t.rest()
}

var unexpected = regexp.MustCompile(`(?m)^.*"msg":"request failed".*$`)

// unexpected explains an unexpected failure.
func (c *cluster) unexpected() string {
	for _, i := range c.Instances {
		said, _ := os.ReadFile(c.file(i.Name + ".log"))
		for _, line := range unexpected.FindAllString(string(said), -1) {
			if !strings.Contains(line, `"error":"unavailable`) {
				return line
			}
		}
	}
	return "no log says why"
}

// superURL bypasses row security, wherever the primary is.
func (c *cluster) superURL() string {
	return strings.Replace(c.databaseURL(c.Primary, ""), "vitrine@", "postgres@", 1)
}

// now is the time since the load began, like its samples.
func (t *trial) now() time.Duration { return time.Since(t.load.Began()) }

// figure records a measured value; times in seconds.
func (t *trial) figure(name string, value any) {
	if d, ok := value.(time.Duration); ok {
		value = float64(d.Round(time.Millisecond).Milliseconds()) / 1000
		name += " (s)"
	}
	t.figures[name] = value
}

// expect records a missed part of the target.
func (t *trial) expect(met bool, format string, args ...any) {
	if !met {
		t.misses = append(t.misses, fmt.Sprintf(format, args...))
	}
}

// still limits the longest time without an acknowledged write, from a moment
// on.
func (t *trial) still(from, most time.Duration) {
	gap, _ := t.load.Samples().Between(from-time.Second, time.Hour).LongestGap(load.GoodWrite)
	t.expect(gap <= most, "no write was acknowledged for %s, want %s at most", gap.Round(time.Millisecond), most)
}

func statuses(all load.Samples) string {
	counts := all.Statuses()
	var parts []string
	for _, status := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%d: %d", status, counts[status]))
	}
	return strings.ReplaceAll(", "+strings.Join(parts, ", "), ", 0: ", ", none: ")[2:]
}
