package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A test that is marked gets a second try, and no other; the second within its last
// 20 runs is one too many.
func TestSecondTry(t *testing.T) {
	const mark = `t.Attr("watches", "the clock")`
	const once = `if _, err := os.Stat("tried"); err != nil { os.WriteFile("tried", nil, 0o644); t.Fatal("late") }`
	for name, c := range map[string]struct {
		body, before, after string
		passes              bool
		says                string
	}{
		"in time":                  {body: mark, after: ".", passes: true},
		"late once":                {body: mark + "\n" + once, before: "..", after: "..2", passes: true, says: "FAILED ONCE, tried again: example TestIt"},
		"late twice in 20 runs":    {body: mark + "\n" + once, before: "2..................", after: "2..................2", says: "a second try 2 times in its last 20 runs"},
		"late, and 20 runs before": {body: mark + "\n" + once, before: "2...................", after: "...................2", passes: true},
		"in time, after two":       {body: mark, before: "22", after: "22.", passes: true},
		"always late":              {body: mark + "\n" + `t.Fatal("late")`, before: ".", after: ".", says: "late"},
		"not marked":               {body: once, says: "does not watch the clock: example TestIt"},
		"a part that is late":      {body: mark + "\n" + `t.Run("part", func(t *testing.T) {` + once + `})`, after: "2", passes: true},
		"a panic":                  {body: mark + "\n" + `if _, err := os.Stat("tried"); err != nil { os.WriteFile("tried", nil, 0o644); panic("no") }`, says: "panic: no"},
		"it does not compile":      {body: `nothing()`, says: "undefined: nothing"},
		"skipped":                  {body: mark + "\n" + `t.Skip()`, before: ".", after: ".", passes: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, filepath.Join(dir, "go.mod"), "module example\n\ngo 1.26\n")
			write(t, filepath.Join(dir, "it_test.go"), "package example\n\nimport (\n\"os\"\n\"testing\"\n)\n\nvar _ = os.Stat\n\nfunc TestIt(t *testing.T) {\n"+c.body+"\n}\n\nfunc TestOther(t *testing.T) {}\n")
			history := filepath.Join(dir, "kept", "history")
			if c.before != "" {
				write(t, history, "example TestIt "+c.before+"\n")
			}
			var out strings.Builder
			if got := (runner{dir: dir, history: history, out: &out}).passes([]string{"-count=1", "-shuffle=on", "."}); got != c.passes {
				t.Errorf("passes: %t, want %t", got, c.passes)
			}
			if !strings.Contains(out.String(), c.says) {
				t.Errorf("it does not say %q", c.says)
			}
			h, err := read(history)
			if err != nil || h["example TestIt"] != c.after {
				t.Errorf("remembered: %q, want %q; %v", h["example TestIt"], c.after, err)
			}
			if c.passes && strings.Contains(out.String(), "SKIP") {
				t.Error("it tells of a test that was skipped")
			}
			if t.Failed() {
				t.Log(out.String())
			}
		})
	}
}

// A test that ends the process keeps others from running: no second try makes up for that.
func TestEndOfTheProcessIsFinal(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "it_test.go"), `package example

import (
	"os"
	"testing"
)

func TestIt(t *testing.T) {
	t.Attr("watches", "the clock")
	if _, err := os.Stat("tried"); err != nil {
		_ = os.WriteFile("tried", nil, 0o644)
		t.Fatal("the first time")
	}
}

func TestOther(t *testing.T) { os.Exit(1) }
`)
	r := runner{dir: dir, history: filepath.Join(t.TempDir(), "history"), out: t.Output()}
	if r.passes([]string{"."}) {
		t.Error("it passes")
	}
}

// A result from the cache is no run.
func TestCachedResultsAreNotCounted(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "it_test.go"), "package example\n\nimport \"testing\"\n\nfunc TestIt(t *testing.T) {\nt.Attr(\"watches\", \"the clock\")\nt.Log(\""+dir+"\")\n}\n")
	r := runner{dir: dir, history: filepath.Join(dir, "history"), out: t.Output()}
	for range 2 {
		if !r.passes([]string{"."}) {
			t.Fatal("it fails")
		}
	}
	if h, err := read(r.history); err != nil || h["example TestIt"] != "." {
		t.Errorf("remembered: %q, want one run; %v", h["example TestIt"], err)
	}
}

func write(t *testing.T, file, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}
