package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"vitrine/test/faults/load"
)

var syncFails = row{
	name: "F13", fault: "fsync of PostgreSQL fails with EIO (strace injects it into every process once)",
	target:    "PostgreSQL panics and recovers by itself, service after 10 s, nothing lost, pg_amcheck finds nothing",
	needsRoot: "to attach strace to PostgreSQL",
	run: func(w *world) error {
		if err := w.one(); err != nil {
			return err
		}
		var at time.Duration
		all, err := w.under(w.bases(), load.Options{}, func(now func() time.Duration) error {
			strace, err := w.inject("fsync,fdatasync:error=EIO:when=1")
			if err != nil {
				return err
			}
			at = now()
			err = w.wait(10 * time.Second)
			_ = strace.Process.Kill() // ends with the traced processes
			_ = strace.Wait()
			return errors.Join(err, w.wait(5*time.Second))
		})
		if err != nil {
			return err
		}
		w.outage(all, at, at, 10*time.Second)
		panics, err := w.database.said("PANIC")
		if err != nil {
			return err
		}
		w.figure("PostgreSQL panicked", panics)
		w.expect(panics > 0, "PostgreSQL did not panic: no fsync failed")
		return w.examine()
	},
}

// inject makes system calls of all current processes of the database fail or
// wait, but not of later ones.
func (w *world) inject(what string) (*exec.Cmd, error) {
	if _, err := exec.LookPath("strace"); err != nil {
		return nil, errors.New("strace is missing (Debian: apt-get install strace)")
	}
	postmaster, err := w.database.postmaster()
	if err != nil {
		return nil, err
	}
	children, err := output("pgrep", "-P", fmt.Sprint(postmaster))
	if err != nil {
		return nil, err
	}
	calls, _, _ := strings.Cut(what, ":")
	args := []string{"-q", "-o", "/dev/null", "-e", "trace=" + calls, "-e", "inject=" + what}
	for pid := range strings.FieldsSeq(children) {
		args = append(args, "-p", pid)
	}
	strace := exec.Command("strace", args...)
	return strace, strace.Start()
}

var diskSlow = row{
	name: "F14", fault: "the disk is busy with four writers (stress-ng --hdd 4), half the load, one instance",
	target: "p99 below 2 s, no request fails",
	run: func(w *world) error {
		if err := w.one(); err != nil {
			return err
		}
		var from, to time.Duration
		all, err := w.under(w.bases(), load.Options{Rate: 100}, func(now func() time.Duration) error {
			from = now()
			stress, err := w.stress("--hdd", "4", "--hdd-bytes", "256m", "--temp-path", w.dir)
			if err != nil {
				return err
			}
			err = w.wait(20 * time.Second)
			stress()
			to = now()
			return err
		})
		if err != nil {
			return err
		}
		w.compare(all, from, to, 2*time.Second, func(load.Sample) bool { return true })
		return nil
	},
}

// stress keeps the machine busy until stopped.
func (w *world) stress(args ...string) (stop func(), err error) {
	if _, err := exec.LookPath("stress-ng"); err != nil {
		return nil, errors.New("stress-ng is missing (Debian: apt-get install stress-ng)")
	}
	cmd := exec.Command("stress-ng", append([]string{"--quiet", "--timeout", "120s"}, args...)...)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	stop = func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
	}
	w.cleanup(stop)
	return stop, nil
}

// compare compares latency during a period with that before, and with a limit.
func (w *world) compare(all load.Samples, from, to, limit time.Duration, which func(load.Sample) bool) {
	before, during := all.Between(2*time.Second, from).Where(which), all.Between(from, to).Where(which)
	w.figure("p50 before", before.Percentile(0.5))
	w.figure("p99 before", before.Percentile(0.99))
	w.figure("p50 during", during.Percentile(0.5))
	w.figure("p99 during", during.Percentile(0.99))
	w.figure("failed requests", len(all.Bad()))
	w.expect(during.Percentile(0.99) < limit, "p99 is %s", during.Percentile(0.99))
	w.expect(len(all.Bad()) == 0, "requests failed: %s", statuses(all.Bad()))
}
