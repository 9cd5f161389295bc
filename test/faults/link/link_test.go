package link

import (
	"errors"
	"io"
	"net"
	"os"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"vitrine/internal/testkind"
)

// server answers every part with a dot, and counts them.
func server(t *testing.T) (address string, heard *atomic.Int64) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	heard = &atomic.Int64{}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				for buffer := make([]byte, 1024); ; {
					if _, err := conn.Read(buffer); err != nil {
						return
					}
					heard.Add(1)
					_, _ = conn.Write([]byte("."))
				}
			}()
		}
	}()
	return listener.Addr().String(), heard
}

// ask sends something through a link and waits for the answer.
func ask(t *testing.T, conn net.Conn, what string, patience time.Duration) (time.Duration, error) {
	t.Helper()
	began := time.Now()
	if _, err := conn.Write([]byte(what)); err != nil {
		return 0, err
	}
	_ = conn.SetReadDeadline(time.Now().Add(patience))
	_, err := io.ReadFull(conn, make([]byte, 1))
	return time.Since(began), err
}

func dial(t *testing.T, l *Link) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", l.Address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

func TestLink(t *testing.T) {
	testkind.WatchesTheClock(t)
	address, heard := server(t)
	l, err := Open(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	conn := dial(t, l)
	if took, err := ask(t, conn, "x", time.Second); err != nil || took > 200*time.Millisecond {
		t.Errorf("an answer took %s: %v", took, err)
	}
	l.Slow(300 * time.Millisecond)
	if took, err := ask(t, conn, "x", time.Second); err != nil || took < 300*time.Millisecond {
		t.Errorf("slowed by 300 ms, an answer took %s: %v", took, err)
	}
	l.Slow(0)

	for moment, hears := range map[Moment]int64{Before: 0, After: 1} {
		conn, before := dial(t, l), heard.Load()
		l.TearAt(moment, 1)
		if _, err := ask(t, conn, "begin", time.Second); err != nil {
			t.Errorf("torn at what is no commit: %v", err)
		}
		if _, err := ask(t, conn, Commit, time.Second); err == nil {
			t.Error("a torn commit was answered")
		}
		if got := heard.Load() - before - 1; got != hears {
			t.Errorf("moment %d: the server heard %d commits, want %d", moment, got, hears)
		}
	}
	l.TearNth(Before, 2)
	conn = dial(t, l)
	if _, err := ask(t, conn, "first", time.Second); err != nil {
		t.Errorf("torn at the first part: %v", err)
	}
	if _, err := ask(t, conn, "second", time.Second); err == nil {
		t.Error("not torn at the second part")
	}
	if l.Torn() != 3 {
		t.Errorf("%d torn, want 3", l.Torn())
	}

	old := dial(t, l)
	_, _ = ask(t, old, "x", time.Second)
	l.Silence()
	for name, conn := range map[string]net.Conn{"an old wire": old, "a new wire": dial(t, l)} {
		if _, err := ask(t, conn, "x", 200*time.Millisecond); err == nil || !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("%s is not silent: %v", name, err)
		}
	}
	l.Mend()
	if _, err := ask(t, dial(t, l), "x", time.Second); err != nil {
		t.Errorf("after mending: %v", err)
	}
	if _, err := ask(t, old, "x", 200*time.Millisecond); err == nil {
		t.Error("a wire that fell silent speaks again")
	}
}

func TestLinkRefuses(t *testing.T) {
	testkind.WatchesTheClock(t)
	address, _ := server(t)
	l, err := Open(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	old := dial(t, l)
	if _, err := ask(t, old, "x", time.Second); err != nil {
		t.Fatal(err)
	}
	l.Refuse()
	if _, err := ask(t, old, "x", time.Second); err == nil {
		t.Error("an old wire goes on")
	}
	if _, err := net.Dial("tcp", l.Address); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("a new wire is not refused: %v", err)
	}
	if err := l.Admit(); err != nil {
		t.Fatal(err)
	}
	if _, err := ask(t, dial(t, l), "x", time.Second); err != nil {
		t.Errorf("after it was admitted again: %v", err)
	}
}

func TestLinkCatches(t *testing.T) {
	testkind.WatchesTheClock(t)
	address, heard := server(t)
	l, err := Open(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	for moment, hears := range map[Moment]int64{Before: 0, After: 1} {
		one, other := dial(t, l), dial(t, l)
		acted := make(chan int64, 1)
		l.Catch(moment, func() { acted <- heard.Load() }, "insert", "commit")
		for _, said := range []struct {
			conn net.Conn
			what string
		}{{one, "commit"}, {one, "an insert"}, {other, "commit"}, {one, "select"}} {
			if _, err := ask(t, said.conn, said.what, time.Second); err != nil {
				t.Errorf("caught at %q: %v", said.what, err)
			}
		}
		before := heard.Load()
		if _, err := ask(t, one, "the commit", time.Second); err == nil {
			t.Error("what was caught was answered")
		}
		if got := <-acted - before; got != hears {
			t.Errorf("moment %d: the server had heard %d when it was acted on, want %d", moment, got, hears)
		}
		if _, err := ask(t, other, "commit", time.Second); err != nil {
			t.Errorf("caught twice: %v", err)
		}
	}
}

// What a server sends before it closes arrives, however slowly it is read.
func TestLinkEndsInOrder(t *testing.T) {
	testkind.WatchesTheClock(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	const size = 1 << 20
	go func() {
		if conn, err := listener.Accept(); err == nil {
			_, _ = conn.Write(make([]byte, size))
			conn.Close()
		}
	}()
	l, err := Open(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	conn := dial(t, l)
	time.Sleep(100 * time.Millisecond)
	if n, err := io.Copy(io.Discard, conn); err != nil || n != size {
		t.Errorf("%d of %d bytes arrived: %v", n, size, err)
	}
}
