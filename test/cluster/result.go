package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"time"
)

// resultsFile is where all rows of the matrix are written down; docs/reliability.md
// is made of it, by go run ./test/faults report.
const resultsFile = "test/faults/results.jsonl"

// result is what came of a row, as test/faults has it.
type result struct {
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

func (r result) print() {
	for _, name := range slices.Sorted(maps.Keys(r.Figures)) {
		fmt.Printf("     %-45s %v\n", name, r.Figures[name])
	}
	for _, miss := range r.Misses {
		fmt.Println("     missed:", miss)
	}
	fmt.Printf("     target: %s: %s\n", r.Target, map[bool]string{true: "met", false: "MISSED"}[r.Pass])
}

func (r result) append() error {
	r.Date = time.Now().UTC().Format("2006-01-02 15:04")
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(resultsFile, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return fmt.Errorf("run it from the top of the repository: %w", err)
	}
	defer f.Close()
	_, err = f.Write(append(line, '\n'))
	return err
}
