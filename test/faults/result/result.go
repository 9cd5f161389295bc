// Package result records the results of the fault matrix, and reads them for
// docs/measured/faults.md.
package result

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
)

// file has every run of every row, the newest last.
const file = "test/faults/results.jsonl"

// Result is the result of a row.
type Result struct {
	Row     string         `json:"row"`
	Fault   string         `json:"fault"`
	Command string         `json:"command"`
	Date    string         `json:"date"`
	Machine string         `json:"machine"`
	Figures map[string]any `json:"figures"`
	Target  string         `json:"target"`
	Misses  []string       `json:"misses,omitempty"`
	Pass    bool           `json:"pass"`
}

// Print prints the result.
func (r Result) Print() {
	for _, name := range slices.Sorted(maps.Keys(r.Figures)) {
		fmt.Printf("     %-45s %v\n", name, r.Figures[name])
	}
	for _, miss := range r.Misses[:min(10, len(r.Misses))] {
		fmt.Println("     missed:", miss)
	}
	fmt.Printf("     target: %s: %s\n", r.Target, map[bool]string{true: "met", false: "MISSED"}[r.Pass])
}

// Append records the result, with the time.
func (r Result) Append() error {
	r.Date = time.Now().UTC().Format("2006-01-02 15:04")
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(file, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return fmt.Errorf("run it from the top of the repository: %w", err)
	}
	defer f.Close()
	_, err = f.Write(append(line, '\n'))
	return err
}

// Newest returns the newest result of each row.
func Newest() ([]Result, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("run it from the top of the repository: %w", err)
	}
	defer f.Close()
	newest := map[string]Result{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r Result
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("%s: %w: %s", file, err, lines.Text())
		}
		// Merged lines may be out of order, and a row that was not run says
		// less than an older run.
		if old, known := newest[r.Row]; !known || r.Figures != nil && r.Date >= old.Date {
			newest[r.Row] = r
		}
	}
	return slices.SortedFunc(maps.Values(newest), func(a, b Result) int {
		return cmp.Or(number(a.Row)-number(b.Row), strings.Compare(a.Row, b.Row)) // F4a before F9, and F9 before F10
	}), lines.Err()
}

func number(row string) (n int) {
	_, _ = fmt.Sscanf(row, "F%d", &n)
	return n
}

// Machine describes the machine of the figures.
func Machine() string {
	average := "?"
	if content, err := os.ReadFile("/proc/loadavg"); err == nil {
		average, _, _ = strings.Cut(string(content), " ")
	}
	return fmt.Sprintf("%d processors, load average %s before", runtime.NumCPU(), average)
}
