package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"syscall"
	"time"
)

// goroutinesAtRest limits the goroutines of an instance besides those that wait
// on HAProxy's connections: database connections and background work. A leak of
// one per failed request would far exceed it.
const goroutinesAtRest = 60

var (
	goroutine = regexp.MustCompile(`(?m)^goroutine \d+ .*\n(?:.+\n)*`)
	waiting   = regexp.MustCompile(`(?s)bufio\.\(\*Reader\)\.Peek.*net/http\.\(\*conn\)\.serve`)
)

// rest lets the instances come to rest and checks what they still hold. It ends
// them: on SIGQUIT, Go lists all goroutines.
func (t *trial) rest() error {
	time.Sleep(3 * time.Second)
	leader, err := t.leader()
	if err != nil {
		return err
	}
	out, err := t.psql(leader, "postgres", "vitrine", `select count(*) from pg_stat_activity where application_name = 'vitrine' and state <> 'idle'`)
	if err != nil {
		return err
	}
	inUse, err := strconv.Atoi(out)
	if err != nil {
		return err
	}
	t.figure("connections in use at rest", inUse)
	t.expect(inUse == 0, "%d connections of the database are in use although nothing is asked", inUse)
	most := 0
	for _, i := range t.Instances {
		n, err := t.goroutines(i.Name)
		if err != nil {
			return err
		}
		most = max(most, n)
	}
	t.figure("goroutines at rest", most)
	t.expect(most <= goroutinesAtRest, "%d goroutines at rest, want %d at most", most, goroutinesAtRest)
	return nil
}

func (c *cluster) goroutines(name string) (int, error) {
	log := c.file(name + ".log")
	before, err := os.Stat(log)
	if err != nil {
		return 0, err
	}
	if err := c.signal(name, syscall.SIGQUIT); err != nil {
		return 0, err
	}
	if err := eventually(10*time.Second, name+" is gone", func() error { return c.gone(name) }); err != nil {
		return 0, err
	}
	said, err := os.ReadFile(log)
	if err != nil {
		return 0, err
	}
	all := goroutine.FindAll(said[before.Size():], -1)
	if len(all) == 0 {
		return 0, fmt.Errorf("%s did not say what it was doing", name)
	}
	return len(slices.DeleteFunc(all, waiting.Match)), nil
}
