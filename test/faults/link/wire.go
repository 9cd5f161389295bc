package link

import (
	"bytes"
	"errors"
	"io"
	"net"
	"time"
)

// wire is one connection through a link, guarded by the link's lock.
type wire struct {
	link      *Link
	near, far *net.TCPConn
	silent    bool
	deaf      bool // the next answer is dropped and the wire reset
	caught    func()
	over      bool // the server has closed its side in order
}

// Commit ends a client's transaction, as a simple query. Statements with an
// implicit commit are sent otherwise.
const Commit = "Q\x00\x00\x00\x0bcommit\x00"

// trap is what Catch waits for.
type trap struct {
	moment Moment
	act    func()
	texts  []string
	heard  map[*wire]int // how many of the texts
}

// forth relays what the client sends.
func (w *wire) forth() {
	buffer := make([]byte, 64<<10)
	for {
		n, err := w.near.Read(buffer)
		if err != nil || !w.says(buffer[:n]) {
			break
		}
	}
	w.end()
}

// says relays a part and reports whether the wire is still open.
func (w *wire) says(part []byte) bool {
	w.link.mu.Lock()
	silent := w.silent
	tears := !silent && w.link.tearsAt(part)
	before := w.link.tear == Before
	w.deaf = w.deaf || tears && !before
	caught := w.link.catches(w, part)
	w.link.mu.Unlock()
	if caught != nil {
		caught()
		return false
	}
	if tears && before {
		return false
	}
	if silent {
		return true
	}
	_, err := w.far.Write(part)
	return err == nil
}

// tearsAt reports whether this part is to be torn.
func (l *Link) tearsAt(part []byte) bool {
	if l.nth > 0 {
		if l.nth--; l.nth == 0 {
			l.torn++
			return true
		}
	}
	if l.tears > 0 && bytes.Contains(part, []byte(Commit)) {
		l.tears--
		l.torn++
		return true
	}
	return false
}

// catches returns what to do before this part is sent, if it is the one to catch.
func (l *Link) catches(w *wire, part []byte) (act func()) {
	t := l.trap
	if t == nil || !bytes.Contains(part, []byte(t.texts[t.heard[w]])) {
		return nil
	}
	if t.heard[w]++; t.heard[w] < len(t.texts) {
		return nil
	}
	l.trap = nil
	l.torn++
	if t.moment == Before {
		return t.act
	}
	w.deaf, w.caught = true, t.act
	return nil
}

// late is part of an answer, and when it is due.
type late struct {
	due  time.Time
	part []byte
}

// back relays what the server sends, delayed if the link is slow.
func (w *wire) back() {
	queue := make(chan late, 1024)
	go w.deliver(queue)
	buffer := make([]byte, 64<<10)
	for {
		n, err := w.far.Read(buffer)
		if err != nil {
			w.link.mu.Lock()
			w.over = errors.Is(err, io.EOF)
			w.link.mu.Unlock()
			break
		}
		w.link.mu.Lock()
		latency, silent, deaf, caught := w.link.latency, w.silent, w.deaf, w.caught
		w.link.mu.Unlock()
		if caught != nil {
			caught()
		}
		if deaf {
			break
		}
		if !silent {
			queue <- late{time.Now().Add(latency), bytes.Clone(buffer[:n])}
		}
	}
	close(queue)
}

// deliver sends answers to the client when they are due.
func (w *wire) deliver(queue <-chan late) {
	for l := range queue {
		time.Sleep(time.Until(l.due))
		if _, err := w.near.Write(l.part); err != nil {
			break
		}
	}
	w.end()
	for range queue { // until the server notices
	}
}

func (w *wire) end() {
	w.link.mu.Lock()
	defer w.link.mu.Unlock()
	w.cut()
}

// cut resets both sides, unless it is over: a reset would take from the client what
// it has not read yet.
func (w *wire) cut() {
	delete(w.link.wires, w)
	if !w.over {
		_ = w.near.SetLinger(0)
	}
	w.near.Close()
	w.far.Close()
}
