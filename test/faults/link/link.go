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
	refuses bool
	trap    *trap
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
	go l.accept(listener)
	return l, nil
}

func (l *Link) accept(listener net.Listener) {
	for {
		near, err := listener.Accept()
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
	if l.refuses {
		w.cut()
	}
	l.mu.Unlock()
	go w.forth()
	go w.back()
}

// Close ends the link and all its wires.
func (l *Link) Close() {
	l.mu.Lock()
	l.refuses = true
	l.listener.Close()
	l.mu.Unlock()
	l.Cut()
}

// Refuse resets every wire and refuses new ones, as the host of a dead server does.
func (l *Link) Refuse() { l.Close() }

// Admit lets wires through again, at the same address.
func (l *Link) Admit() error {
	for began := time.Now(); ; time.Sleep(50 * time.Millisecond) { // somebody else may have the port for a moment
		listener, err := net.Listen("tcp", l.Address)
		if err != nil && time.Since(began) < 5*time.Second {
			continue
		}
		if err != nil {
			return err
		}
		l.mu.Lock()
		l.listener, l.refuses = listener, false
		l.mu.Unlock()
		go l.accept(listener)
		return nil
	}
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

// Catch waits for a client that sends some texts, in turn and on one wire, of which
// it then acts at the last: before the server receives it, or after it has answered
// and before the client is told. The wire is reset.
func (l *Link) Catch(m Moment, act func(), texts ...string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.trap = &trap{moment: m, act: act, texts: texts, heard: map[*wire]int{}}
}

// Wires returns how many wires there are.
func (l *Link) Wires() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.wires)
}

// Torn returns how many wires were torn.
func (l *Link) Torn() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.torn
}
