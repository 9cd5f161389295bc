package main

import (
	"errors"
	"syscall"
	"time"

	"vitrine/test/faults/load"
)

// delay of replication separates writes that another node has from those it
// will have; on one machine there would be no difference.
const delay = "200ms"

// rows of the fault matrix that need several databases; test/faults has the
// others.
var rows = []row{
	{name: "F4", fault: "power failure of the primary: kill -9 of PostgreSQL and its Patroni", setup: cluster{Synchronous: true},
		target: "writes stop for 30 s at most, nothing acknowledged is lost", happens: powerFailure},
	{name: "F4a", fault: "power failure of the primary, with 200 ms from it to its replicas", setup: cluster{Synchronous: true, Delay: delay},
		target: "writes stop for 30 s at most, nothing acknowledged is lost", happens: powerFailure},
	{name: "F4b", fault: "power failure of the primary, with 200 ms and asynchronous replication: a control", setup: cluster{Delay: delay}, mustLose: true,
		target: "acknowledged writes are lost, so that the other rows mean something", happens: powerFailure},
	{name: "F4c", fault: "power failure of the synchronous standby", setup: cluster{Synchronous: true},
		target: "writes stop for 5 s at most, nothing acknowledged is lost", happens: standbyFailure},
	{name: "F4d", fault: "power failure of the primary, while lists are read from replicas", setup: cluster{Synchronous: true, Spread: true},
		target: "writes stop for 30 s at most, nothing acknowledged is lost", happens: powerFailure},
	{name: "F5", fault: "switchover: another PostgreSQL becomes the primary, in order", setup: cluster{Synchronous: true},
		target: "writes stop for 5 s at most, nothing acknowledged is lost", happens: switchover},
	{name: "F6", fault: "the primary hangs for 35 s: SIGSTOP of PostgreSQL and its Patroni", setup: cluster{Synchronous: true},
		target: "writes stop for 30 s at most, every request is answered within 12 s, nothing acknowledged is lost", happens: freeze},
	{name: "F18", fault: "two of three etcd are lost for 40 s", setup: cluster{Synchronous: true},
		target: "no request fails, writes stop for 1 s at most", happens: noMajority},
	{name: "F19", fault: "kill -9 of PgBouncer, which is started again a second later", setup: cluster{Synchronous: true, Pooled: true},
		target: "no request fails later than 2 s after it is back, nothing acknowledged is lost", happens: poolerFailure},
}

// powerFailure kills the primary, waits for the next one, and restarts the old
// one.
func powerFailure(t *trial) error {
	old, err := t.leader()
	if err != nil {
		return err
	}
	at := t.now()
	if err := t.kill(old.Name); err != nil {
		return err
	}
	if err := t.replaced(old, at); err != nil {
		return err
	}
	began := time.Now()
	if err := errors.Join(t.again(old.Name), eventually(90*time.Second, "the old primary follows", t.complete)); err != nil {
		return err
	}
	t.figure("old primary follows after", time.Since(began))
	t.still(at, 30*time.Second)
	return nil
}

// replaced waits for another primary, and ten seconds more.
func (t *trial) replaced(old node, at time.Duration) error {
	err := eventually(90*time.Second, "there is a new primary", func() error {
		leader, err := t.leader()
		if err == nil && leader == old {
			err = errors.New(old.Name + " still says that it is the primary")
		}
		return err
	})
	t.figure("new primary after", t.now()-at)
	time.Sleep(10 * time.Second)
	return err
}

// again restarts a program.
func (t *trial) again(name string) error {
	found, err := programs()
	if err != nil {
		return err
	}
	return t.run(name, found)
}

func standbyFailure(t *trial) error {
	standby, err := t.synchronous()
	if err != nil {
		return err
	}
	at := t.now()
	if err := t.kill(standby.Name); err != nil {
		return err
	}
	time.Sleep(20 * time.Second)
	t.still(at, 5*time.Second)
	return errors.Join(t.again(standby.Name), eventually(90*time.Second, "the standby follows", t.complete))
}

func switchover(t *trial) error {
	old, err := t.leader()
	if err != nil {
		return err
	}
	at := t.now()
	if err := t.switchover(); err != nil {
		return err
	}
	if err := t.replaced(old, at); err != nil {
		return err
	}
	t.still(at, 5*time.Second)
	return nil
}

func freeze(t *trial) error {
	old, err := t.leader()
	if err != nil {
		return err
	}
	at := t.now()
	if err := t.signal(old.Name, syscall.SIGSTOP); err != nil {
		return err
	}
	if err := t.replaced(old, at); err != nil {
		return err
	}
	time.Sleep(35*time.Second - (t.now() - at))
	if err := t.signal(old.Name, syscall.SIGCONT); err != nil {
		return err
	}
	err = eventually(90*time.Second, "the one that hung follows", t.complete)
	slowest := t.load.Samples().Percentile(1)
	t.figure("slowest answer", slowest)
	t.expect(slowest <= 12*time.Second, "an answer took %s", slowest)
	t.still(at, 30*time.Second)
	return err
}

func noMajority(t *trial) error {
	at := t.now()
	if err := errors.Join(t.kill("etcd1"), t.kill("etcd3")); err != nil {
		return err
	}
	time.Sleep(40 * time.Second) // twice the ttl
	if err := errors.Join(t.again("etcd1"), t.again("etcd3")); err != nil {
		return err
	}
	time.Sleep(10 * time.Second)
	t.still(at, time.Second)
	bad := t.load.Samples().Bad()
	t.expect(len(bad) == 0, "%d requests failed: %s", len(bad), statuses(bad))
	return nil
}

func poolerFailure(t *trial) error {
	if err := t.kill("pgbouncer"); err != nil {
		return err
	}
	time.Sleep(time.Second)
	if err := t.again("pgbouncer"); err != nil {
		return err
	}
	back, last := t.now(), time.Duration(0)
	time.Sleep(10 * time.Second)
	bad := t.load.Samples().Bad()
	for _, s := range bad {
		last = max(last, s.At-back)
	}
	t.expect(len(bad) > 0, "no request failed: the fault proves nothing")
	t.figure("last failed request after it was back", last)
	t.expect(last <= 2*time.Second, "a request failed %s after PgBouncer was back", last)
	gap, _ := t.load.Samples().LongestGap(load.GoodWrite)
	t.expect(gap <= 3*time.Second, "no write was acknowledged for %s", gap)
	return nil
}
