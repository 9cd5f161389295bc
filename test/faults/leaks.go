package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"syscall"
	"time"
)

// usage is what a process holds.
type usage struct {
	files, threads int
	resident       int // MiB
}

var statusLine = regexp.MustCompile(`(?m)^(Threads|VmRSS):\s+(\d+)`)

func (i *instance) usage() usage {
	var u usage
	proc := fmt.Sprintf("/proc/%d", i.cmd.Process.Pid)
	files, _ := filepath.Glob(proc + "/fd/*")
	u.files = len(files)
	status, _ := os.ReadFile(proc + "/status")
	for _, m := range statusLine.FindAllSubmatch(status, -1) {
		n, _ := strconv.Atoi(string(m[2]))
		if string(m[1]) == "Threads" {
			u.threads = n
		} else {
			u.resident = n / 1024
		}
	}
	return u
}

// Limits of an instance at rest, besides its database connections: listeners, a
// few kept-alive clients, background work. A leak of one per failed request
// would far exceed them.
const (
	goroutinesAtRest = 60
	filesAtRest      = 60
)

// checkLeaks waits for the instances to come to rest and checks what they still
// hold. It ends them: on SIGQUIT, Go lists all goroutines.
func (w *world) checkLeaks() error {
	if err := w.wait(3 * time.Second); err != nil {
		return err
	}
	inUse, err := query[int](w.ctx, w.database, `select count(*) from pg_stat_activity where application_name = 'vitrine' and state <> 'idle'`)
	if err != nil {
		return err
	}
	w.figure("connections in use at rest", inUse)
	w.expect(inUse == 0, "%d connections of the database are in use although nothing is asked", inUse)
	connections, err := query[int](w.ctx, w.database, `select count(*) from pg_stat_activity where application_name = 'vitrine'`)
	if err != nil {
		return err
	}
	w.figure("connections at rest", connections)
	idle := 0 // connections to the store, which are kept for a minute
	if w.bucketLink != nil {
		idle = w.bucketLink.Wires()
	}
	files, goroutines := 0, 0
	for _, i := range w.instances {
		select {
		case <-i.ended:
			w.expect(i.asked, "instance %d ended, and nobody asked it to (%s); its log:\n%s", i.number, i.cmd.ProcessState, tail(i.logFile, 5))
			continue
		default:
		}
		files = max(files, i.usage().files)
		if w.logs == "" {
			goroutines = max(goroutines, i.goroutines())
		}
	}
	w.figure("goroutines at rest", goroutines)
	w.figure("files at rest", files)
	w.expect(goroutines <= goroutinesAtRest+2*idle, "%d goroutines at rest, want %d at most beside two for each of %d connections to the store", goroutines, goroutinesAtRest, idle)
	w.expect(files <= connections+idle+filesAtRest, "%d open files at rest, want %d at most beside %d connections", files, filesAtRest, connections+idle)
	return nil
}

var goroutine = regexp.MustCompile(`(?m)^goroutine \d+ `)

// goroutines ends an instance and counts its goroutines.
func (i *instance) goroutines() int {
	before, _ := os.ReadFile(i.logFile)
	i.signal(syscall.SIGQUIT)
	after, _ := os.ReadFile(i.logFile)
	return len(goroutine.FindAll(bytes.TrimPrefix(after, before), -1))
}
