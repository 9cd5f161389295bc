package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"vitrine/test/faults/result"
)

const (
	page  = "docs/measured/faults.md"
	begin = "<!-- the results begin: go generate ./test/faults writes them -->\n"
	end   = "<!-- the results end -->\n"
)

// usual are figures of every load. The page shows the first three for each row;
// the others only matter if they miss the target, which is then reported.
var usual = []string{"requests", "acknowledged writes", "acknowledged writes lost",
	"requests a second", "unknown writes", "unknown writes that were done", "log entries", "statuses",
	"connections at rest", "connections in use at rest", "goroutines at rest", "files at rest"}

// report writes the newest results into docs/measured/faults.md.
func report() error {
	found, err := result.Newest()
	if err != nil {
		return err
	}
	content, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	before, rest, opened := strings.Cut(string(content), begin)
	_, after, closed := strings.Cut(rest, end)
	if !opened || !closed {
		return fmt.Errorf("%s has lost the lines between which results stand: %s%s", page, begin, end)
	}
	var table strings.Builder
	table.WriteString(before + begin + "\n| | fault | target | measured | met |\n|---|---|---|---|---|\n")
	for _, r := range found {
		met := "yes"
		if !r.Pass {
			met = "**no**: " + strings.Join(first(r.Misses, 3), "; ")
		}
		fmt.Fprintf(&table, "| %s | %s | %s | %s. %s, %s | %s |\n", cell(r.Row), cell(r.Fault), cell(r.Target), cell(measured(r)), r.Date, cell(r.Machine), cell(met))
	}
	table.WriteString("\n" + end + after)
	return os.WriteFile(page, []byte(table.String()), 0o644)
}

// cell escapes a text for a table cell.
func cell(text string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(text, "|", "\\|")), " ")
}

// measured lists the figures of a row.
func measured(r result.Result) string {
	var parts []string
	if n, ok := r.Figures["acknowledged writes"]; ok {
		parts = append(parts, fmt.Sprintf("%v requests, %v writes acknowledged, %v lost", r.Figures["requests"], n, r.Figures["acknowledged writes lost"]))
	}
	for _, name := range slices.Sorted(maps.Keys(r.Figures)) {
		if slices.Contains(usual, name) {
			continue
		}
		what, unit := name, ""
		if bare, seconds := strings.CutSuffix(name, " (s)"); seconds {
			what, unit = bare, " s"
		}
		parts = append(parts, fmt.Sprintf("%s: %v%s", what, r.Figures[name], unit))
	}
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, "; ")
}
