// Package process tests the program as it is run: real processes and real servers
// that are killed. What can be tested inside a process is tested there.
package process

import (
	"crypto/rand"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/pgtest"
	"vitrine/internal/testkind"
)

// binary is the program under test, at night with the race detector.
var binary string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "vitrine-process")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		binary = filepath.Join(dir, "vitrine")
		build := exec.Command("go", "build", "-buildvcs=false", "-o", dir, "./cmd/vitrine", "./cmd/vitrine-demo")
		build.Dir = pgtest.Root
		if testkind.AtNight() {
			build.Args = slices.Insert(build.Args, 2, "-race")
			build.Env = append(os.Environ(), "CGO_ENABLED=1")
		}
		if out, err := build.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%s%v\n", out, err)
			return 1
		}
		return m.Run()
	}())
}

// server is a PostgreSQL or Redis of one test, which may kill it.
type server struct {
	script, name, url string
}

// private starts a server by its script; it ends with the test.
func private(t *testing.T, script string, settings ...string) *server {
	t.Helper()
	s := newServer(t, script)
	s.url = s.run(t, "start", settings...)
	return s
}

// newServer returns one that is not running yet.
func newServer(t *testing.T, script string) *server {
	t.Helper()
	s := &server{script: filepath.Join(pgtest.Root, "scripts", script), name: "process-" + strings.ToLower(rand.Text()[:8])}
	t.Cleanup(func() { s.run(t, "destroy") })
	return s
}

func (s *server) run(t *testing.T, command string, args ...string) string {
	t.Helper()
	cmd := exec.Command(s.script, append([]string{command, s.name}, args...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v", s.script, command, err)
	}
	return strings.TrimSpace(string(out))
}

// eventually waits until something holds, and fails the test after the time
// limit.
func eventually(t *testing.T, within time.Duration, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(within); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within %s: %s", within, what)
		}
	}
}
