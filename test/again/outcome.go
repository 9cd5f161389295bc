package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"vitrine/internal/testkind"
)

// outcome is what go test -json said. Tests are called by package and name, with
// their parts.
type outcome struct {
	marked  map[string]bool // they watch the clock
	passed  map[string]bool // and were run, not taken from the cache
	failing map[string]bool
	seconds map[string]float64
	final   bool // something failed that no second try mends
}

func (o outcome) failed() []string { return slices.Sorted(maps.Keys(o.failing)) }

type event struct {
	Action, Package, Test, Output, Key, Value string
	Elapsed                                   float64 // seconds
}

// listen reads the events and passes on what go test would print without -json.
func listen(events io.Reader, out io.Writer) outcome {
	o := outcome{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]float64{}, false}
	said := map[string]*strings.Builder{} // by the tests that are not over
	running := map[string]bool{}
	lines := bufio.NewScanner(events)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			io.WriteString(out, lines.Text()+"\n")
			continue
		}
		test, part, _ := strings.Cut(e.Test, "/")
		name := e.Package + " " + test
		switch {
		case e.Action == "attr" && e.Key == testkind.Attribute && e.Value == testkind.TheClock:
			o.marked[name] = true
		case e.Action == "build-output", e.Action == "output" && test == "":
			o.hear(e.Package, e.Output, out)
		case e.Action == "build-fail":
			o.final = true
		case e.Action == "output":
			o.final = o.final || final(e.Output)
			if said[name] == nil {
				said[name] = &strings.Builder{}
			}
			if !strings.HasPrefix(e.Output, "=== ") {
				said[name].WriteString(e.Output)
			}
		case test == "" || part != "":
		case e.Action == "run":
			running[name] = true
		case e.Action == "fail":
			o.failing[name] = true
			if said[name] != nil {
				io.WriteString(out, said[name].String())
			}
			delete(said, name)
			delete(running, name)
		case e.Action == "pass":
			o.passed[name], o.seconds[name] = true, e.Elapsed
			delete(said, name)
			delete(running, name)
		case e.Action == "skip":
			delete(said, name)
			delete(running, name)
		}
	}
	// Whatever ended the process, such as os.Exit, kept others from running too.
	o.final = o.final || lines.Err() != nil || len(running) > 0
	for name, text := range said { // those that did not come to an end
		io.WriteString(out, name+"\n"+text.String())
	}
	return o
}

// slowest names the tests that took longest.
func (o outcome) slowest() string {
	names := slices.SortedFunc(maps.Keys(o.seconds), func(a, b string) int { return cmp.Compare(o.seconds[b], o.seconds[a]) })
	var said []string
	for _, name := range names[:min(8, len(names))] {
		_, test, _ := strings.Cut(name, " ")
		said = append(said, fmt.Sprintf("%s %.0f s", test, o.seconds[name]))
	}
	return strings.Join(said, ", ")
}

// hear takes what is said outside tests.
func (o *outcome) hear(pkg, text string, out io.Writer) {
	switch {
	case text == "PASS\n" || text == "FAIL\n" || strings.Contains(text, "[no test files]"):
		return
	case final(text):
		o.final = true
	case strings.HasPrefix(text, "ok ") && strings.Contains(text, "(cached)"):
		for name := range o.passed {
			if strings.HasPrefix(name, pkg+" ") {
				delete(o.passed, name)
				delete(o.seconds, name)
			}
		}
	case strings.HasPrefix(text, "FAIL\t") && !slices.ContainsFunc(o.failed(), func(name string) bool { return strings.HasPrefix(name, pkg+" ") }):
		o.final = true // outside tests
	}
	io.WriteString(out, text)
}

// final reports whether a line is of a failure that has nothing to do with the clock.
func final(line string) bool {
	return strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") || strings.Contains(line, "WARNING: DATA RACE")
}
