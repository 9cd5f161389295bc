package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// history is what came of the last runs of each test that watches the clock, the
// newest last: a dot where it passed at once, a 2 where it needed a second try.
type history map[string]string

const remembered = 20 // runs

// add appends a run, and returns how many of the last needed a second try.
func (h history) add(name string, again bool) int {
	mark := "."
	if again {
		mark = "2"
	}
	runs := h[name] + mark
	h[name] = runs[max(0, len(runs)-remembered):]
	return strings.Count(h[name], "2")
}

// read knows a file with a package, a test and its runs on each line.
func read(file string) (history, error) {
	content, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	h := history{}
	for line := range strings.Lines(string(content)) {
		if words := strings.Fields(line); len(words) == 3 {
			h[words[0]+" "+words[1]] = words[2]
		}
	}
	return h, nil
}

func (h history) write(file string) error {
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(h)) {
		fmt.Fprintf(&text, "%s %s\n", name, h[name])
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(text.String()), 0o644)
}
