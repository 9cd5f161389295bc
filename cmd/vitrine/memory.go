package main

import (
	"bytes"
	"net/url"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
)

// A control group, such as a container's, may allow less memory than the machine has, which Go does not
// look at: it would be killed while there is garbage to collect.

// Shares of the memory of a control group that Go may use, in percent.
const (
	goAlone          = 70 // the rest is for copies of files in memory, and for helpers
	goBesidePostgres = 30
)

// boundMemory lets Go use a share of what the control group allows. GOMEMLIMIT wins.
func boundMemory(percent int64) {
	if most := groupMemory("/"); most > 0 && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(most / 100 * percent)
	}
}

// groupMemory is what the control group of this process allows, in bytes; 0 is no limit. The kernel's
// files are below the root.
func groupMemory(root string) int64 {
	groups, _ := os.ReadFile(filepath.Join(root, "proc/self/cgroup"))
	files := []string{"memory.max", "memory/memory.limit_in_bytes"} // of the second version, and of the first
	for line := range bytes.Lines(groups) {
		if own, found := strings.CutPrefix(strings.TrimSpace(string(line)), "0::/"); found {
			files = append([]string{filepath.Join(own, "memory.max")}, files...)
		}
	}
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join(root, "sys/fs/cgroup", file))
		if err != nil {
			continue
		}
		most, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
		if err != nil || most > 1<<50 { // "max", or the largest number that the first version knows
			return 0
		}
		return most
	}
	return 0
}

// What a private PostgreSQL needs in bytes: itself, and for each connection that keeps few statements.
// One that keeps as many as usual has 70 MB after a while.
const (
	forPostgres   = 96 << 20
	perConnection = 40 << 20
	fewStatements = 48
	enough        = 2 << 30 // for as many connections and statements as usual
)

// connections are settings of a private PostgreSQL's address with which it has room in the memory of a
// control group, beside Go.
func connections(most int64) url.Values {
	if most == 0 || most >= enough {
		return nil
	}
	room := (most - most/100*goBesidePostgres - forPostgres) / perConnection
	return url.Values{"pool_max_conns": {strconv.FormatInt(max(4, room), 10)}, "statement_cache_capacity": {strconv.Itoa(fewStatements)}}
}
