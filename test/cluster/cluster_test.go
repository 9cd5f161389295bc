package main

import (
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"vitrine/internal/testkind"
)

// The configuration files are complete, and HAProxy, if installed, accepts its
// own. Starting the cluster shows that the whole works.
func TestConfigurationIsComplete(t *testing.T) {
	c := &cluster{Dir: t.TempDir(), Synchronous: true, Delay: "1ms"}
	if err := plan(c); err != nil {
		t.Fatal(err)
	}
	same, err := open(c.Dir)
	if err != nil || *same != *c {
		t.Fatalf("the plan is read as %+v (%v), was written as %+v", same, err, c)
	}
	values := map[string]any{"haproxy.cfg": c, "pgbouncer.ini": c, "patroni.yml": struct {
		node
		*cluster
		Dir, BinDir string
	}{c.Nodes[0], c, c.Dir, "/bin"}}
	for name, v := range values {
		if err := c.configure(name, name, v); err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(c.file(name))
		if err != nil || len(content) < 200 || strings.Contains(string(content), "<no value>") || strings.Contains(string(content), ":0\n") {
			t.Errorf("%s (%v):\n%s", name, err, content)
		}
	}
	if haproxy, err := find("haproxy"); err == nil {
		if out, err := exec.Command(haproxy, "-c", "-f", c.file("haproxy.cfg")).CombinedOutput(); err != nil {
			t.Errorf("haproxy: %v\n%s", err, out)
		}
	}
}

// A cluster that does not exist can be ended, but not used.
func TestNothingIsEndedTwice(t *testing.T) {
	dir := t.TempDir()
	if err := run([]string{"-dir", dir, "down"}); err != nil {
		t.Error(err)
	}
	if err := run([]string{"-dir", dir, "status"}); err == nil || !strings.Contains(err.Error(), "start one by up") {
		t.Errorf("status says %v", err)
	}
}

// A link passes everything on, and delays the far side's answers.
func TestLinkIsLate(t *testing.T) {
	testkind.WatchesTheClock(t)
	const delay = 150 * time.Millisecond
	far, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { // an echo
		conn, err := far.Accept()
		if err == nil {
			_, _ = io.Copy(conn, conn)
			conn.Close()
		}
	}()
	near := freePort(map[int]bool{})
	go func() { _ = link(strconv.Itoa(near), strconv.Itoa(far.Addr().(*net.TCPAddr).Port), delay) }()
	var conn net.Conn
	if err := eventually(5*time.Second, "the link is there", func() (err error) {
		conn, err = net.Dial("tcp", "127.0.0.1:"+strconv.Itoa(near))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	sent, began := strings.Repeat("vitrine ", 100_000), time.Now()
	go func() { _, _ = conn.Write([]byte(sent)) }()
	got := make([]byte, len(sent))
	if _, err := io.ReadFull(conn, got[:1]); err != nil || time.Since(began) < delay {
		t.Errorf("the first byte came after %s (%v), want %s at least", time.Since(began), err, delay)
	}
	if _, err := io.ReadFull(conn, got[1:]); err != nil || string(got) != sent {
		t.Errorf("what came is not what was sent (%v)", err)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("it took %s: the delay adds up", took)
	}
}
