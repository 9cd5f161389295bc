// Command cluster runs Vitrine as a team would, on one machine: three etcd,
// three PostgreSQL under Patroni, HAProxy, PgBouncer, Redis and three
// instances, all on loopback and as a normal user. It breaks parts of it under
// load, and checks what was lost.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"text/tabwriter"
	"time"
)

const usage = `Usage: go run ./test/cluster [-dir DIR] COMMAND

  up [-help]                        start everything: 3 etcd, 3 PostgreSQL under Patroni, HAProxy, PgBouncer, Redis, 3 Vitrine
  down                              end and delete everything; does no harm if there is nothing
  status                            what runs, and who is the primary
  env                               the addresses, to be used by other programs
  kill NAME                         kill -9, as a power failure would; a node with all its processes
  freeze NAME, thaw NAME            SIGSTOP and SIGCONT, as a machine that hangs
  stop NAME, start NAME             end in order, start again
  switchover                        make another PostgreSQL the primary, in order
  fault [ROW ...|all]               rows of the fault matrix, each on a cluster of its own; alone, lists them

NAME is etcd1 to 3, postgres1 to 3, vitrine1 to 3, haproxy, pgbouncer or redis.

`

func main() {
	if err := run(os.Args[1:]); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "cluster:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	flags := flag.NewFlagSet("cluster", flag.ContinueOnError)
	dir := flags.String("dir", defaultDir(), "`folder` of everything that the cluster writes")
	flags.Usage = func() { fmt.Fprint(flags.Output(), usage); flags.PrintDefaults() }
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() == 0 {
		flags.Usage()
		return nil
	}
	absolute, err := filepath.Abs(*dir)
	if err != nil {
		return err
	}
	command, rest := flags.Arg(0), flags.Args()[1:]
	switch command {
	case "up":
		return up(absolute, rest)
	case "fault":
		return fault(absolute, rest)
	case "link":
		if len(rest) != 3 {
			return errors.New("link wants a port to listen on, one to lead to, and a delay")
		}
		delay, err := time.ParseDuration(rest[2])
		if err != nil {
			return err
		}
		return link(rest[0], rest[1], delay)
	}
	c, err := open(absolute)
	if command == "down" && err != nil {
		return nil
	}
	if err != nil {
		return err
	}
	switch command {
	case "down":
		return c.down()
	case "status":
		return c.status()
	case "env":
		c.env()
		return nil
	case "switchover":
		return c.switchover()
	}
	if len(rest) != 1 {
		flags.Usage()
		return fmt.Errorf("%s wants one name, or is no command", command)
	}
	switch name := rest[0]; command {
	case "kill":
		return c.kill(name)
	case "freeze":
		return c.signal(name, syscall.SIGSTOP)
	case "thaw":
		return c.signal(name, syscall.SIGCONT)
	case "stop":
		return c.stop(name, syscall.SIGTERM, 40*time.Second)
	case "start":
		found, err := programs()
		if err != nil {
			return err
		}
		return c.run(name, found)
	}
	return fmt.Errorf("%s is no command; see -help", command)
}

func up(dir string, args []string) error {
	flags := flag.NewFlagSet("up", flag.ContinueOnError)
	async := flags.Bool("async", false, "do not wait for a replica before a commit is acknowledged; loses writes")
	pooled := flags.Bool("pooled", false, "let the instances go through PgBouncer, in transaction mode")
	spread := flags.Bool("spread", false, "let the instances read lists from replicas")
	delay := flags.Duration("delay", 0, "delay of what a primary sends to its replicas")
	if err := flags.Parse(args); err != nil {
		return err
	}
	c := &cluster{Dir: dir, Synchronous: !*async, Pooled: *pooled, Spread: *spread}
	if *delay > 0 {
		c.Delay = delay.String()
	}
	began := time.Now()
	if err := c.up(); err != nil {
		return fmt.Errorf("%w\nlogs are in %s; down cleans up", err, dir)
	}
	fmt.Printf("The cluster runs after %.1f s: %s (status shows more, down ends it)\n", time.Since(began).Seconds(), c.webURL())
	return nil
}

func (c *cluster) status() error {
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "NAME\tPORT\tPROCESSES\tSTATE")
	members, err := c.members()
	if err != nil {
		fmt.Fprintln(os.Stderr, "no Patroni answers:", err)
	}
	row := func(name string, port int, state string) {
		n := len(c.pids(name))
		if n == 0 {
			state = "not running"
		}
		fmt.Fprintf(out, "%s\t%d\t%d\t%s\n", name, port, n, state)
	}
	for i, port := range c.Etcd {
		row(fmt.Sprintf("etcd%d", i+1), port, "running")
	}
	for _, n := range c.Nodes {
		state := "running"
		for _, m := range members {
			if m.Name == n.Name {
				state = fmt.Sprintf("%s, %s", m.State, m.Role)
			}
		}
		row(n.Name, n.Port, state)
	}
	row("haproxy", c.Web, fmt.Sprintf("running; primary %d, replicas %d", c.Primary, c.Replicas))
	row("pgbouncer", c.Bouncer, "running")
	row("redis", c.RedisAt, "running")
	for _, i := range c.Instances {
		state := "ready"
		if err := answers(fmt.Sprintf("http://127.0.0.1:%d/readyz", i.Port)); err != nil {
			state = err.Error()
		}
		row(i.Name, i.Port, state)
	}
	return out.Flush()
}

func (c *cluster) env() {
	fmt.Printf("VITRINE_URL=%s\nDATABASE_URL=%s\nDATABASE_REPLICA_URL=%s\nPGBOUNCER_URL=%s\nREDIS_URL=%s\n", c.webURL(), c.databaseURL(c.Primary, ""),
		c.databaseURL(c.Replicas, ""), c.databaseURL(c.Bouncer, "&default_query_exec_mode=cache_describe"), c.redisURL())
}
