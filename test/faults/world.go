package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"vitrine/test/faults/link"
	"vitrine/test/faults/load"
)

// world is everything that a row runs on, and its results.
type world struct {
	ctx       context.Context
	dir       string // files of this run
	home      string // directory of the database; dir by default
	logs      string // log file of the instances; one each by default
	binary    string
	database  *database
	instances []*instance
	wrap      []string // command that starts the instances, if any
	unbalance func()   // ends HAProxy, which keeps connections
	cleanups  []func()

	bucketLink *link.Link // to the store, if it is a bucket
	env        []string   // of other commands, besides the database

	figures map[string]any
	misses  []string // of the row's target
}

// accounts is the default number of accounts in a load.
const accounts = 500

func newWorld(ctx context.Context, row string) (*world, error) {
	dir, err := os.MkdirTemp("/var/tmp", "vitrine-faults-")
	if err != nil {
		return nil, err
	}
	w := &world{ctx: ctx, dir: dir, home: dir, binary: filepath.Join(dir, "vitrine"), figures: map[string]any{}, unbalance: func() {}}
	w.cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil { // PostgreSQL may run as another user
		return nil, err
	}
	build := exec.Command("go", "build", "-buildvcs=false", "-trimpath", "-o", w.binary, "./cmd/vitrine")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		w.close()
		return nil, fmt.Errorf("go build: %w: %s", err, out)
	}
	return w, nil
}

// cleanup adds a function to run at the end, last first.
func (w *world) cleanup(f func()) { w.cleanups = append(w.cleanups, f) }

func (w *world) close() {
	for _, f := range slices.Backward(w.cleanups) {
		f()
	}
}

// wait sleeps, unless the run is interrupted.
func (w *world) wait(d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-w.ctx.Done():
		return w.ctx.Err()
	}
}

// figure records a measured value; times in seconds.
func (w *world) figure(name string, value any) {
	if d, ok := value.(time.Duration); ok {
		value = float64(d.Round(time.Millisecond).Milliseconds()) / 1000
		name += " (s)"
	}
	w.figures[name] = value
}

// expect records a missed part of the target.
func (w *world) expect(met bool, format string, args ...any) {
	if !met {
		w.misses = append(w.misses, fmt.Sprintf(format, args...))
	}
}

// load starts a load on some base URLs.
func (w *world) load(bases []string, o load.Options) (*load.Load, error) {
	made, err := load.Accounts(w.ctx, w.database.url, cmp.Or(o.Accounts, accounts))
	if err != nil {
		return nil, fmt.Errorf("accounts for the load: %w", err)
	}
	o.Seed = uint64(time.Now().UnixNano())
	return load.Start(made, bases, o), nil
}

// under runs happens after ten seconds of load, continues the load for five
// more, and checks the promises. now is the time since the load began, like the
// samples'.
func (w *world) under(bases []string, o load.Options, happens func(now func() time.Duration) error) (load.Samples, error) {
	l, err := w.load(bases, o)
	if err != nil {
		return nil, err
	}
	defer l.Stop()
	if err := w.wait(10 * time.Second); err != nil {
		return nil, err
	}
	if err := happens(func() time.Duration { return time.Since(l.Began()) }); err != nil {
		return nil, err
	}
	if err := w.wait(5 * time.Second); err != nil {
		return nil, err
	}
	return l.Samples(), w.finish(l)
}

// finish ends a load and checks the promises, by the database and by what the
// instances still hold.
func (w *world) finish(l *load.Load) error {
	l.Stop()
	v, err := l.Check(w.ctx, w.database.url)
	if err != nil {
		return fmt.Errorf("check: %w", err)
	}
	all := l.Samples()
	w.figure("requests", len(all))
	w.figure("requests a second", int(float64(len(all))/(all[len(all)-1].At.Seconds()+0.001)))
	w.figure("acknowledged writes", v.Acknowledged)
	w.figure("acknowledged writes lost", len(v.Lost))
	w.figure("unknown writes", v.Unknown)
	w.figure("unknown writes that were done", v.UnknownDone)
	w.figure("log entries", v.Entries)
	w.figure("statuses", statuses(all))
	for _, fault := range first(v.Faults(), 20) {
		w.expect(false, "%s", fault)
	}
	for _, cause := range first(w.unexpected(), 5) {
		w.expect(false, "a request was answered 500: %s", cause)
	}
	w.expect(v.Entries == v.Acknowledged+v.UnknownDone, "%d log entries of %d acknowledged writes and %d unknown ones that were done", v.Entries, v.Acknowledged, v.UnknownDone)
	w.expect(l.NotSent() == 0, "%d requests were not sent because too many were under way", l.NotSent())
	w.unbalance()
	return w.checkLeaks()
}

func statuses(all load.Samples) string {
	counts := all.Statuses()
	var parts []string
	for _, status := range slices.Sorted(maps.Keys(counts)) {
		name := fmt.Sprint(status)
		if status == 0 {
			name = "none"
		}
		parts = append(parts, fmt.Sprintf("%s: %d", name, counts[status]))
	}
	return strings.Join(parts, ", ")
}

func first[T any](list []T, n int) []T { return list[:min(n, len(list))] }
