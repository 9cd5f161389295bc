package process

import (
	"bufio"
	bigendian "encoding/binary"
	"io"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// wire is a proxy between vitrine and PostgreSQL that sees every protocol
// message. A trap can hold one back and act first.
type wire struct {
	url string // of the database, through the wire

	mu   sync.Mutex
	trap trap
}

// trap inspects a message and reports whether to pass it on. It acts before the
// other side sees anything.
type trap func(message) bool

// message is a message of PostgreSQL's protocol.
type message struct {
	fromServer bool
	kind       byte // 0 for a client's first message, which has none
	body       string
}

// tap opens a wire to a database. It ends with the test.
func tap(t *testing.T, database string) *wire {
	t.Helper()
	at, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	server := at.Host
	at.Host = listener.Addr().String()
	query := at.Query()
	query.Set("sslmode", "disable")
	at.RawQuery = query.Encode()
	w := &wire{url: at.String()}
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go w.connect(client, server)
		}
	}()
	return w
}

func (w *wire) connect(client net.Conn, address string) {
	defer client.Close()
	server, err := net.Dial("tcp", address)
	if err != nil {
		return
	}
	defer server.Close()
	var both sync.WaitGroup
	pass := func(from, to net.Conn, first bool) {
		defer from.Close()
		defer to.Close()
		read := bufio.NewReader(from)
		for {
			m := message{fromServer: from == server}
			raw, err := m.read(read, first)
			if err != nil || !w.allow(m) {
				return
			}
			if _, err := to.Write(raw); err != nil {
				return
			}
			first = false
		}
	}
	both.Go(func() { pass(client, server, true) })
	both.Go(func() { pass(server, client, false) })
	both.Wait()
}

// read reads a message and returns it unchanged.
func (m *message) read(from io.Reader, first bool) (raw []byte, err error) {
	head := 5
	if first {
		head = 4
	}
	raw = make([]byte, head)
	if _, err := io.ReadFull(from, raw); err != nil {
		return nil, err
	}
	if !first {
		m.kind = raw[0]
	}
	length := int(bigendian.BigEndian.Uint32(raw[head-4:])) - 4
	raw = append(raw, make([]byte, max(0, length))...)
	_, err = io.ReadFull(from, raw[head:])
	m.body = string(raw[head:])
	return raw, err
}

func (w *wire) allow(m message) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.trap == nil || w.trap(m)
}

func (w *wire) set(t trap) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.trap = t
}

// The moments of a request that is done once, as messages; name is in what it
// writes.

func begun(m message, _ string) bool { return m.fromServer && m.kind == 'C' && m.body == "BEGIN\x00" }

func writing(m message, name string) bool {
	return !m.fromServer && m.kind == 'B' && strings.Contains(m.body, name)
}

func written(m message, name string) bool {
	return m.fromServer && m.kind == 'D' && strings.Contains(m.body, name)
}

func answerKept(m message, _ string) bool {
	return m.fromServer && m.kind == 'C' && m.body == "INSERT 0 1\x00"
}

func committing(m message, _ string) bool {
	return !m.fromServer && m.kind == 'Q' && m.body == "commit\x00"
}

func committed(m message, _ string) bool {
	return m.fromServer && m.kind == 'C' && m.body == "COMMIT\x00"
}
