// Package link is a TCP relay that can be slowed, silenced or cut. It knows
// enough of PostgreSQL's protocol to cut during a COMMIT, which no general tool
// can.
package link

import (
	"net"
	"sync"
	"time"
)

// Link relays connections to Address to a server.
type Link struct {
	Address string

	to       string
	listener net.Listener

	mu      sync.Mutex
	wires   map[*wire]bool
	latency time.Duration // of every answer
	silent  bool          // also for new wires
	tear    Moment
	tears   int // commits yet to be torn
	nth     int // number of the client's part to tear, from now; 0 is none
	torn    int
}

// Moment is when a link tears.
type Moment int

const (
	Before Moment = iota // the server never receives it
	After                // the server does it, but the answer is lost
)

// Open relays to the server at an address, from a local port.
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

// Silence drops everything and closes nothing, so neither side is told.
func (l *Link) Silence() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.silent = true
	for w := range l.wires {
		w.silent = true
	}
}

// Mend lets new wires through. Silent ones stay silent, as after the death of a
// router that knew them.
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

// TearAt resets the wires of the next n commits, at a moment.
func (l *Link) TearAt(m Moment, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tear, l.tears = m, n
}

// TearNth resets the wire of the n-th part that clients send from now on. A
// part is about one round trip.
func (l *Link) TearNth(m Moment, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tear, l.nth = m, n
}

// Torn returns how many wires were torn.
func (l *Link) Torn() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.torn
}
