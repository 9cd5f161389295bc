package process

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"vitrine/internal/pgtest"
	"vitrine/internal/testkind"
)

// Killed after each step of an upgrade, and within the long ones, vitrine local then
// serves the old data or the new: the old with the old programs alone, until the new
// is complete.
func TestKilledUpgradeOfPostgreSQLLosesNothing(t *testing.T) {
	testkind.WatchesTheClock(t)
	testkind.Nightly(t, "TestWhatAKilledUpgradeLeavesIsSettled", "TestUpgradeGoesBack")
	bins := majors(t, 15, 17)
	program := mortal(t)
	dir := reachableDirectory(t)
	h := fillLocal(t, dir, bins[0])
	for _, moment := range []struct{ words, later string }{
		{"Nothing is served meanwhile.", "0"},
		{"Nothing is served meanwhile.", "50ms"}, // rows are being saved
		{"The rows are saved.", "0"},
		{"The rows are saved.", "5ms"}, // the old version is being stopped
		{"15 is stopped.", "0"},
		{"15 is stopped.", "300ms"}, // initdb is running, and goes on
		{"17 is made.", "0"},
		{"17 is made.", "500ms"},  // the new version is being filled
		{"17 is made.", "2500ms"}, // and goes on
		{"It has every row.", "0"},
		{"It has every row.", "100ms"}, // it is being written to the disk
		{"It is complete", "0"},
	} {
		what := moment.words + " " + moment.later
		killAfter(t, localCommand(program, dir, bins[1], bins...), moment.words, moment.later)
		v := localOn(t, dir, bins[0])
		h.has(t, dir, v, 15)
		v.stop(t, syscall.SIGTERM)
		if t.Failed() {
			t.Fatalf("it was killed after %q", what)
		}
	}
	for _, words := range []string{"The old data is kept", "The new data is in its place.", "Starting PostgreSQL 17.", "The data is now that of PostgreSQL 17."} {
		copied := filepath.Join(filepath.Dir(dir), "copy")
		if out, err := exec.Command("cp", "-a", dir, copied).CombinedOutput(); err != nil {
			t.Fatalf("%s%v", out, err)
		}
		killAfter(t, localCommand(program, copied, bins[1], bins...), words, "0")
		v := localOn(t, copied, bins[1]) // the old programs are not needed any more
		h.has(t, copied, v, 17)
		h.works(t, v)
		v.stop(t, syscall.SIGTERM)
		if t.Failed() {
			t.Fatalf("it was killed after %q", words)
		}
		if err := os.RemoveAll(copied); err != nil {
			t.Fatal(err)
		}
	}
	stopped := start(t, localCommand(binary, dir, bins[1], bins...))
	eventually(t, time.Minute, "the new version is being filled", func() bool { return stopped.log.contains("17 is made.") || stopped.over() })
	stopped.killed = true
	_ = stopped.cmd.Process.Signal(syscall.SIGTERM)
	<-stopped.ended
	if code(stopped.result) != 1 || !stopped.log.contains("which the next start begins anew") {
		t.Errorf("SIGTERM in the middle: %v\n%s", stopped.result, stopped.log.tail(10))
	}
	noLeftovers(t, dir)
	v := localOn(t, dir, bins[1], bins...) // begun anew, after all that
	h.has(t, dir, v, 17)
	h.works(t, v)
}

// mortal is the program that kills itself: see TestMain of cmd/vitrine.
func mortal(t *testing.T) string {
	t.Helper()
	path := filepath.Join(filepath.Dir(binary), "vitrine-mortal")
	build := exec.Command("go", "test", "-c", "-trimpath", "-buildvcs=false", "-o", path, "./cmd/vitrine")
	build.Dir, build.Env = pgtest.Root, append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%s%v", out, err)
	}
	return path
}

func killAfter(t *testing.T, c *exec.Cmd, words, later string) {
	t.Helper()
	said := &journal{}
	c.Env, c.Stderr = append(c.Env, "VITRINE_TEST_DIES_AFTER="+words, "VITRINE_TEST_DIES_LATER="+later), said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	end := time.AfterFunc(2*time.Minute, func() { _ = c.Process.Signal(os.Interrupt) }) // it never said so
	defer end.Stop()
	_ = c.Wait()
	if status, ok := c.ProcessState.Sys().(syscall.WaitStatus); !ok || status.Signal() != syscall.SIGKILL {
		t.Fatalf("it was not killed after %q: %v\n%s", words, c.ProcessState, said.tail(20))
	}
}
