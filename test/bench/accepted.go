package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

//go:embed accepted.json
var acceptedText []byte

// accepted are the figures that were accepted last.
var accepted = func() (f figures) {
	if err := json.Unmarshal(acceptedText, &f); err != nil {
		panic(err) // the file is embedded, and a run would say nothing without it
	}
	return f
}()

const (
	acceptedFile = "test/bench/accepted.json"
	figuresPage  = "docs/measured/requests.md"
	tableBegins  = "<!-- cost: written by go run ./test/bench -only cost -pairs 10 -accept -->\n"
	tableEnds    = "<!-- cost ends -->\n"
)

// keep makes the figures the accepted ones, and writes the table of them.
func (f figures) keep() error {
	text, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(acceptedFile, append(text, '\n'), 0o644); err != nil {
		return err
	}
	page, err := os.ReadFile(figuresPage)
	if err != nil {
		return err
	}
	before, rest, begins := strings.Cut(string(page), tableBegins)
	_, after, ends := strings.Cut(rest, tableEnds)
	if !begins || !ends {
		return fmt.Errorf("%s has no place for the table", figuresPage)
	}
	return os.WriteFile(figuresPage, []byte(before+tableBegins+f.table()+tableEnds+after), 0o644)
}

// table is what docs say of the figures.
func (f figures) table() string {
	var t strings.Builder
	fmt.Fprintf(&t, "\n%s, in µs of processor time:\n\n", f.Measured)
	t.WriteString("| request | ratio to the engine | to the floor | engine | floor | wrk | vitrine | PostgreSQL |\n|---|---|---|---|---|---|---|---|\n")
	for _, r := range f.Requests {
		toFloor, floor := "", ""
		if r.Floor > 0 {
			toFloor, floor = fmt.Sprintf("%.2f", r.ToFloor), fmt.Sprintf("%.0f", r.Floor)
		}
		fmt.Fprintf(&t, "| %s | %.2f | %s | %.0f | %s | %.0f | %.0f | %.0f |\n", r.Name, r.ToEngine, toFloor, r.Engine, floor, r.Client, r.Service, r.PostgreSQL)
	}
	t.WriteString("\n| page, 10,000 items | processor time | in pages of the floor | round trips | statements | bytes |\n|---|---|---|---|---|---|\n")
	for _, p := range f.Pages {
		fmt.Fprintf(&t, "| %s | %.1f ms | %.1f | %d | %d | %d |\n", p.Name, p.Processor, p.ToFloor, p.Trips, p.Statements, p.Bytes)
	}
	t.WriteString("\n")
	return t.String()
}
