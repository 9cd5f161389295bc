// Package link is a wire to a server that can be made slow, silent or torn. It
// relays TCP, and knows just enough of PostgreSQL's protocol to tear at the one
// moment that no general tool can aim at: while a COMMIT is under way.
package link

import (
	"net"
	"sync"
	"time"
)

// Link relays every connection to Address to a server.
type Link struct {
	Address string

	to       string
	listener net.Listener

	mu      sync.Mutex
	wires   map[*wire]bool
	latency time.Duration // of every answer
	silent  bool          // new wires are silent from the start
	tear    Moment
	tears   int // commits that are still to be torn
	nth     int // the part from the client, counted from now, that is torn; 0 is none
	torn    int
}

// Moment is when a link tears.
type Moment int

const (
	Before Moment = iota // the server never hears of it
	After                // the server does it, and nobody hears of that
)

// Open begins to relay to the server at an address, from a port of this machine.
func Open(to string) (*Link, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	l := &Link{Address: listener.Addr().String(), to: to, listener: listener, wires: map[*wire]bool{}}
	go l.accept()
	return l, nil
}

func (l *Link) accept() {
	for {
		near, err := l.listener.Accept()
		if err != nil {
			return
		}
		go l.connect(near)
	}
}

func (l *Link) connect(near net.Conn) {
	far, err := net.Dial("tcp", l.to)
	if err != nil {
		near.Close()
		return
	}
	w := &wire{link: l, near: near.(*net.TCPConn), far: far.(*net.TCPConn)}
	l.mu.Lock()
	w.silent = l.silent
	l.wires[w] = true
	l.mu.Unlock()
	go w.forth()
	go w.back()
}

// Close ends the link and all its wires.
func (l *Link) Close() {
	l.listener.Close()
	l.Cut()
}

// Slow delays every answer; 0 ends it.
func (l *Link) Slow(by time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.latency = by
}

// Silence lets nothing through any more, and closes nothing: neither side is
// told.
func (l *Link) Silence() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.silent = true
	for w := range l.wires {
		w.silent = true
	}
}

// Mend lets new wires through. Those that fell silent stay so, as after the
// death of a router that knew of them.
func (l *Link) Mend() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.silent = false
}

// Cut resets every wire.
func (l *Link) Cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for w := range l.wires {
		w.cut()
	}
}

// TearAt resets the wires of the next n commits, at a moment of each.
func (l *Link) TearAt(m Moment, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tear, l.tears = m, n
}

// TearNth resets the wire of the n-th part that a client sends from now on, of
// all wires: one part is one round trip, or a little less.
func (l *Link) TearNth(m Moment, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tear, l.nth = m, n
}

// Torn is how many wires were torn.
func (l *Link) Torn() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.torn
}
