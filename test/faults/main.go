// Command faults breaks things around running instances of Vitrine, under load,
// and reports the results. Each row of the fault matrix is a command:
//
//	go run ./test/faults list         what there is
//	go run ./test/faults F1 F3        some rows; F25 stands for F25a and those after it, too
//	go run ./test/faults all          all of them
//	go run ./test/faults report       docs/measured/faults.md anew, from the results
//
// A row starts everything it needs on this machine, prints figures and whether
// they meet its target, and appends a line to test/faults/results.jsonl. Run it
// from the top of the repository.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"vitrine/test/faults/result"
)

//go:generate go run . -at ../.. report

// row is a row of the fault matrix.
type row struct {
	name, fault, target string
	needsRoot           string // reason, if any
	run                 func(*world) error
}

// rows that run on one machine; test/cluster has those that need several
// databases.
var rows = slices.Concat([]row{
	nothing, killed, rolling, restarted, slow, torn, silent, exhausted,
	diskFull, logFull, syncFails, diskSlow,
	busy, little, clock, restored, halfway, alone, greedy,
	storeGone, storeSilent, storeSlow, storeFull, storeReadOnly, storeWrongKeys, killedBeforeRow, killedBeforeAnswer, storeSwept, storeLost,
}, greeds())

func main() {
	args := os.Args[1:]
	if len(args) == 3 && args[0] == "-at" { // go generate runs in this directory
		if err := os.Chdir(args[1]); err != nil {
			fail(err)
		}
		args = args[2:]
	}
	if len(args) == 0 || slices.Contains(args, "-h") || slices.Contains(args, "--help") {
		fmt.Println("usage: go run ./test/faults (list | report | all | F1 F2 ...)")
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := obey(ctx, args); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "faults:", err)
	os.Exit(1)
}

func obey(ctx context.Context, args []string) error {
	switch args[0] {
	case "list":
		for _, r := range rows {
			fmt.Printf("%-4s %s\n     target: %s\n", r.name, r.fault, r.target)
		}
		return nil
	case "report":
		return report()
	case "all":
		return errors.Join(each(ctx, rows)...)
	}
	var chosen []row
	for _, name := range args {
		before := len(chosen)
		for _, r := range rows {
			if r.name == name || strings.TrimRight(r.name, "abcdefghijklmnopqrstuvwxyz") == name {
				chosen = append(chosen, r)
			}
		}
		if len(chosen) == before {
			return fmt.Errorf("there is no row %s; go run ./test/faults list says which there are", name)
		}
	}
	return errors.Join(each(ctx, chosen)...)
}

// each does rows, one after the other.
func each(ctx context.Context, chosen []row) (failed []error) {
	for _, r := range chosen {
		if err := r.do(ctx); err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", r.name, err))
		}
		if ctx.Err() != nil {
			break
		}
	}
	return failed
}

// do runs a row and records its result.
func (r row) do(ctx context.Context) error {
	fmt.Printf("%s %s\n", r.name, r.fault)
	came := result.Result{Row: r.name, Fault: r.fault, Target: r.target, Command: "go run ./test/faults " + r.name, Machine: result.Machine()}
	if r.needsRoot != "" && os.Getuid() != 0 {
		came.Misses = []string{"not run: it needs root, " + r.needsRoot}
		came.Print()
		return came.Append()
	}
	w, err := newWorld(ctx, r.name)
	if err != nil {
		return err
	}
	defer w.close()
	if err := r.run(w); err != nil {
		return err
	}
	came.Figures, came.Misses, came.Pass = w.figures, w.misses, len(w.misses) == 0
	came.Print()
	if err := came.Append(); err != nil || came.Pass {
		return err
	}
	return fmt.Errorf("%d of its targets are missed", len(w.misses))
}
