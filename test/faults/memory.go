package main

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// watchMemory samples what the instances and the database take, four times a second. The end of
// it tells the most that either had: of an instance, and of all processes of the database, whose
// shared memory counts once.
func (w *world) watchMemory() (end func() (service, database int)) {
	var service, database int
	stop := make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() {
		for {
			for _, i := range w.instances {
				service = max(service, memoryOf(i.cmd.Process.Pid, "VmRSS"))
			}
			database = max(database, w.database.memory())
			select {
			case <-stop:
				return
			case <-time.After(250 * time.Millisecond):
			}
		}
	})
	return func() (int, int) {
		close(stop)
		watching.Wait()
		return service >> 10, database >> 10
	}
}

// memory of all processes of the database, in KiB.
func (d *database) memory() (own int) {
	postmaster, err := d.postmaster()
	if err != nil {
		return 0
	}
	children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%[1]d/children", postmaster)) // those who have just ended count no more
	shared := 0
	for _, pid := range append(strings.Fields(string(children)), strconv.Itoa(postmaster)) {
		id, _ := strconv.Atoi(pid)
		own += memoryOf(id, "RssAnon")
		shared = max(shared, memoryOf(id, "RssShmem"))
	}
	return own + shared
}

// memoryOf is a line of what the system says of a process, in KiB; 0 if it has ended.
func memoryOf(pid int, line string) (kib int) {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, rest, found := bytes.Cut(status, []byte("\n"+line+":"))
	if found {
		_, _ = fmt.Sscan(string(rest), &kib)
	}
	return kib
}
