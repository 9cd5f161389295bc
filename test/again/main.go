// Command again runs go test, and those that failed once more, alone, if they are
// marked as watching the clock (testkind.WatchesTheClock): a virtual machine may stand
// still for seconds. Any other failure, a race, a panic or a time-out is final. So is
// the second second try of a test within its last 20 runs.
//
//	again [-flag=value of go test]... package...
package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	r := runner{history: filepath.Join(cache, "vitrine", "second-tries"), out: os.Stdout}
	if !r.passes(os.Args[1:]) {
		os.Exit(1)
	}
}

type runner struct {
	dir     string // that go runs in; the current one, unless said otherwise
	history string // a file
	out     io.Writer
}

// passes runs the tests and reports whether all passed, at once or at the second try.
func (r runner) passes(args []string) bool {
	first, err := r.test(args)
	if err != nil {
		fmt.Fprintln(r.out, err)
		return false
	}
	fmt.Fprintf(r.out, "%d tests ran; slowest: %s\n", len(first.passed)+len(first.failing), first.slowest())
	failed := first.failed()
	for _, name := range failed {
		if !first.marked[name] {
			fmt.Fprintf(r.out, "FAILED, and does not watch the clock: %s\n", name)
			first.final = true
		}
	}
	if first.final {
		return false
	}
	for _, name := range failed {
		fmt.Fprintf(r.out, "FAILED ONCE, tried again: %s\n", name)
		second, err := r.test(alone(args, name))
		if err != nil || second.final || len(second.failed()) > 0 || len(second.passed) == 0 {
			return false
		}
	}
	return r.remember(first, failed)
}

// remember keeps what came of the tests that watch the clock, and reports whether
// each needed a second try seldom enough.
func (r runner) remember(o outcome, failed []string) bool {
	h, err := read(r.history)
	if err != nil {
		fmt.Fprintln(r.out, err)
		return false
	}
	ok := true
	for _, name := range slices.Sorted(maps.Keys(o.marked)) {
		again := slices.Contains(failed, name)
		if !again && !o.passed[name] {
			continue // skipped, or not run but known from the cache
		}
		if times := h.add(name, again); again && times > 1 {
			fmt.Fprintf(r.out, "FAILED: %s needed a second try %d times in its last %d runs\n", name, times, len(h[name]))
			ok = false
		}
	}
	if err := h.write(r.history); err != nil {
		fmt.Fprintln(r.out, err)
		return false
	}
	return ok
}

// test runs go test and reads what it says.
func (r runner) test(args []string) (outcome, error) {
	cmd := exec.Command("go", append([]string{"test", "-json"}, args...)...)
	cmd.Dir, cmd.Stderr = r.dir, r.out
	said, err := cmd.StdoutPipe()
	if err != nil {
		return outcome{}, err
	}
	if err := cmd.Start(); err != nil {
		return outcome{}, err
	}
	o := listen(said, r.out)
	if err := cmd.Wait(); err != nil && len(o.failed()) == 0 {
		o.final = true // it said no test's name
	}
	return o, nil
}

// alone is the arguments for one test, called by package and name.
func alone(args []string, name string) (changed []string) {
	for _, arg := range args {
		flag, _, _ := strings.Cut(arg, "=")
		if strings.HasPrefix(arg, "-") && !slices.Contains([]string{"-run", "-skip", "-shuffle", "-count"}, flag) {
			changed = append(changed, arg)
		}
	}
	pkg, test, _ := strings.Cut(name, " ")
	return append(changed, "-count=1", "-run=^"+regexp.QuoteMeta(test)+"$", pkg)
}
